"""Play by link: an HTTP interface, a socket a game, and a store in which every move is committed before it counts.

`spookymarks.server.run.serve` starts it. Nothing but the command line imports this package.
"""
