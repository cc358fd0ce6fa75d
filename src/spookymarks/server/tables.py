"""The tables of the store, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
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
    CheckConstraint("join_seat IN ('X', 'O')", name="game_join_seat"),
    sqlite_strict=True,
)
"""A game, and the seat that its join secret opens."""

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
    Column("action", Text, nullable=False),
    Column("command_id", Text),
    Column("at", MILLISECONDS, nullable=False),
    UniqueConstraint("game_id", "command_id", name="event_command"),
    CheckConstraint("rev >= 1", name="event_rev"),
    CheckConstraint("actor IN ('X', 'O', 'coin')", name="event_actor"),
    sqlite_strict=True,
)
"""A committed action; one for each revision of a game, one at most for each command."""
