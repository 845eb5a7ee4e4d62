"""Oracle text to the ability form and back, both from one table of templates (DESIGN section 3)."""
