"""What a rules engine makes of a state, held against what the rules say of it."""
