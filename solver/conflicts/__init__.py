"""Conflicts between cards: each kind of DESIGN section 7 as a question asked of the one rulebook.

:mod:`.pieces` makes small boards of named cards, :mod:`.findings` says what a finding is; every other module asks for
one kind.
"""
