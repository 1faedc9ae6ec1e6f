"""The key that addresses are hashed with. It lies apart from the tables: who gets hold of these alone, or of a copy of
them, can't find out whose they are by trying all addresses."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

import structlog

from molehill.server.settings import Settings, data_directory

_BYTES = 32

logger = structlog.get_logger("molehill.keys")


class Openers:
    """Addresses as they are kept with tables: only good for counting."""

    def __init__(self, settings: Settings, tables: Path | None) -> None:
        self._key = settings.address_key.encode() or _kept(_file(tables))

    def hash(self, address: str) -> str:
        """The same for the same address."""
        return hmac.digest(self._key, b"molehill opener " + address.encode(), hashlib.sha256).hex()[:32]


def _file(tables: Path | None) -> Path:
    return tables.with_name(tables.name + ".key") if tables else data_directory() / "address.key"


def _kept(file: Path) -> bytes:
    """The key in a file, which is made if it is not there. Where none can be kept one is drawn for this run."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        new.touch(mode=0o600)
        new.write_bytes(secrets.token_bytes(_BYTES))
        try:
            os.link(new, file)  # whole or not at all, however many processes begin now
        except FileExistsError:
            pass
        finally:
            new.unlink()
        return file.read_bytes()
    except OSError as error:
        logger.warning("key-not-kept", file=str(file), why=error.strerror)
        return secrets.token_bytes(_BYTES)
