"""Load and memory: real servers, real sockets and a clock; `python -m load` from the folder `tests`."""
