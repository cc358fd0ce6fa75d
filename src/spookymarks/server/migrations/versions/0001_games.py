"""Games, seats and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_MILLISECONDS = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("join_seat", sa.Text, nullable=False),
        sa.Column("join_digest", sa.Text, nullable=False),
        sa.Column("created_at", _MILLISECONDS, nullable=False),
        sa.CheckConstraint("join_seat IN ('X', 'O')", name="game_join_seat"),
        sqlite_strict=True,
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Text, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("token_digest", sa.Text, nullable=False),
        sa.Column("claimed_at", _MILLISECONDS, nullable=False),
        sa.CheckConstraint("seat IN ('X', 'O')", name="seat_seat"),
        sqlite_strict=True,
    )
    op.create_table(
        "event",
        sa.Column("game_id", sa.Text, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text),
        sa.Column("at", _MILLISECONDS, nullable=False),
        sa.UniqueConstraint("game_id", "command_id", name="event_command"),
        sa.CheckConstraint("rev >= 1", name="event_rev"),
        sa.CheckConstraint("actor IN ('X', 'O', 'coin')", name="event_actor"),
        sqlite_strict=True,
    )
