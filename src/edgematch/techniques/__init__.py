"""Ways to search, one folder each: options, search, tables, kernel."""
