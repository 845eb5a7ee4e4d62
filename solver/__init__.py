"""Questions about states: simulate, prove, explain, what could be produced."""
