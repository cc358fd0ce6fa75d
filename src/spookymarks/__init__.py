"""spookymarks: Quantum Tic-Tac-Toe, the rules exactly."""
