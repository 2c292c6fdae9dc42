"""Reports, comparisons and questions as Altair charts and as SVG."""
