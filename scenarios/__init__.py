"""Rulings and cards as data."""
