"""Whether the right text comes back for real questions: BM25, verdicts by offsets, chance, and what it costs."""
