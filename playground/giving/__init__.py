"""What is carried away: files, reports, code, settings, links, snapshots, and the command line."""
