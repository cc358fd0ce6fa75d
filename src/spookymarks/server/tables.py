"""The tables of the store, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

# SQLite's strict tables know one kind of integer, which holds 64 bits.
MILLISECONDS = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

game = Table(
    "game",
    metadata,
    Column("id", Text, primary_key=True),
    Column("rules", Text, nullable=False),
    Column("join_seat", Text, nullable=False),
    Column("join_digest", Text, nullable=False),
    Column("created_at", MILLISECONDS, nullable=False),
    Column("clock", Text),
    Column("takebacks", Text, nullable=False, server_default="ask"),
    Column("halves_x", Integer, nullable=False, server_default="0"),
    Column("halves_o", Integer, nullable=False, server_default="0"),
    Column("earlier", Integer, nullable=False, server_default="0"),
    Column("ended_at", MILLISECONDS),
    CheckConstraint("join_seat IN ('X', 'O')", name="game_join_seat"),
    sqlite_strict=True,
)
"""A game: its terms, the seat that its join secret opens, and what the earlier games of its series gave.

`clock`: a time control such as `300+5`. `halves_x`, `halves_o`: half points of the present sides in `earlier` games.
`ended_at`: null while it goes on.
"""

unfinished = Index(
    "game_unfinished",
    game.c.created_at,
    sqlite_where=game.c.ended_at.is_(None),
    postgresql_where=game.c.ended_at.is_(None),
)

seat = Table(
    "seat",
    metadata,
    Column("game_id", Text, ForeignKey("game.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("token_digest", Text, nullable=False),
    Column("claimed_at", MILLISECONDS, nullable=False),
    CheckConstraint("seat IN ('X', 'O')", name="seat_seat"),
    sqlite_strict=True,
)
"""An owned seat; the primary key is what gives a seat one owner at most."""

event = Table(
    "event",
    metadata,
    Column("game_id", Text, ForeignKey("game.id"), primary_key=True),
    Column("rev", Integer, primary_key=True, autoincrement=False),
    Column("actor", Text, nullable=False),
    Column("kind", Text, nullable=False, server_default="act"),
    Column("what", Text, nullable=False),
    Column("command_id", Text),
    Column("at", MILLISECONDS, nullable=False),
    Column("clock_x", MILLISECONDS),
    Column("clock_o", MILLISECONDS),
    UniqueConstraint("game_id", "command_id", name="event_command"),
    CheckConstraint("rev >= 1", name="event_rev"),
    CheckConstraint("actor IN ('X', 'O', 'coin', 'clock')", name="event_actor"),
    sqlite_strict=True,
)
"""A committed event; one for each revision of a game, one at most for each command."""

process = Table(
    "process",
    metadata,
    Column("id", Text, primary_key=True),
    Column("beat_at", MILLISECONDS, nullable=False),
    sqlite_strict=True,
)
"""A server process, and when it was last known to run."""

outage = Table(
    "outage",
    metadata,
    Column("begin_at", MILLISECONDS, primary_key=True, autoincrement=False),
    Column("end_at", MILLISECONDS, nullable=False),
    sqlite_strict=True,
)
"""A time in which no server process ran; no clock is charged for it."""
