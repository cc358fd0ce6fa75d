"""Events of every kind, clocks, terms and series of games; the times in which the server runs."""

import sqlalchemy as sa
from alembic import op

from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS

revision = "0002"
down_revision = "0001"

_MILLISECONDS = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Widen games and events, and mark the games that have ended."""
    op.add_column("game", sa.Column("clock", sa.Text))
    op.add_column("game", sa.Column("takebacks", sa.Text, nullable=False, server_default="ask"))
    for name in ("halves_x", "halves_o", "earlier"):
        op.add_column("game", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("game", sa.Column("ended_at", _MILLISECONDS))
    # SQLite makes the table anew; PostgreSQL changes it.
    with op.batch_alter_table("event", table_kwargs={"sqlite_strict": True}) as batch:
        batch.alter_column("action", new_column_name="what", existing_type=sa.Text, existing_nullable=False)
        batch.add_column(sa.Column("kind", sa.Text, nullable=False, server_default="act"))
        batch.add_column(sa.Column("clock_x", _MILLISECONDS))
        batch.add_column(sa.Column("clock_o", _MILLISECONDS))
        batch.drop_constraint("event_actor", type_="check")
        batch.create_check_constraint("event_actor", "actor IN ('X', 'O', 'coin', 'clock')")
    op.create_table(
        "process",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("beat_at", _MILLISECONDS, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "outage",
        sa.Column("begin_at", _MILLISECONDS, primary_key=True, autoincrement=False),
        sa.Column("end_at", _MILLISECONDS, nullable=False),
        sqlite_strict=True,
    )
    _mark_ended()
    op.create_index(
        "game_unfinished",
        "game",
        ["created_at"],
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )


def _mark_ended() -> None:
    """Fill in when the finished games ended; a game that does not replay counts as unfinished."""
    connection = op.get_bind()
    games = connection.execute(sa.text("SELECT id, rules FROM game")).all()
    for game, rules in games:
        events = connection.execute(
            sa.text("SELECT what, at FROM event WHERE game_id = :game ORDER BY rev"), {"game": game}
        ).all()
        try:
            over = read_game(" ".join(event.what for event in events), RULE_SETS[rules]).position.over
        except (ValueError, KeyError):
            continue
        if over:
            connection.execute(
                sa.text("UPDATE game SET ended_at = :at WHERE id = :game"), {"at": events[-1].at, "game": game}
            )
