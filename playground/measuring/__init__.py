"""What a size counts: characters, words, and tokens, exactly, between boundaries that no token crosses."""
