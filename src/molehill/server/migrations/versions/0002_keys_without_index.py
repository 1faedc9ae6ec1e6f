"""Keys without an index of their own: who adds an entry knows all keys before it."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("entries") as entries:
        entries.drop_constraint("once_a_key", type_="unique")


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("entries") as entries:
        entries.create_unique_constraint("once_a_key", ["table_id", "key"])
