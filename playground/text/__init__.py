"""A text and the units in it: paragraphs, blocks, sentences, words; and what it looks like."""
