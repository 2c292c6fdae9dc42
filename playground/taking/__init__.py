"""What is brought: bytes in any encoding, documents, and chunks that somebody has already."""
