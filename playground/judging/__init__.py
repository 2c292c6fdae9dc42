"""What a split costs and cuts, what mends it, and how settings and splits stand against one another."""
