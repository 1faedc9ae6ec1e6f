"""The server's OpenAPI description as JSON, for `make types`. No server has to run."""

import json
import sys

from molehill.server.api import application
from molehill.server.settings import Settings
from molehill.server.store import Store

NOWHERE = "sqlite://"

json.dump(application(Settings(database_url=NOWHERE), Store(NOWHERE, process="types")).openapi(), sys.stdout)
