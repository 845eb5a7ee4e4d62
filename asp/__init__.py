"""The rulebook: ASP only; see README.md beside this file."""
