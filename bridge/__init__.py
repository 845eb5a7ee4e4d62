"""Everything that crosses the border: cards, abilities, states, scenarios, the command line and reports."""
