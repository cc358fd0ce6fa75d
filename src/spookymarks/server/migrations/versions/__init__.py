"""The migrations, numbered in the order in which they run."""
