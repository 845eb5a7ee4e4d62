"""Other rules engines: a small protocol, adapters, and the files that engines read and write."""
