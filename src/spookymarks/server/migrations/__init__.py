"""The history of the store's tables, run when the server starts; forward only."""
