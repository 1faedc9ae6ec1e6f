"""The server's description as JSON, its WebSocket's messages among it: TypeScript is made from it. No server runs."""

import json
import sys

from molehill.server.api import application
from molehill.server.settings import Settings
from molehill.server.store import Store

NOWHERE = "sqlite://"

app = application(Settings(database_url=NOWHERE), Store(NOWHERE, process="types"))
json.dump(app.openapi(), sys.stdout)
