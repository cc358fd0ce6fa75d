"""How Alembic runs the migrations: on the connection it is handed, inside that connection's transaction."""

from alembic import context

from spookymarks.server.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
