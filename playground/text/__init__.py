"""A text and the units in it: paragraphs, blocks, sentences, words."""
