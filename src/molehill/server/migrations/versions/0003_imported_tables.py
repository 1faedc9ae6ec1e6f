"""Tables say how many moves were imported with them: those count as their importer's, and are cleared sooner."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Go forward."""
    op.add_column("tables", sa.Column("imported", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("imported")
