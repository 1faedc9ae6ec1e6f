"""Hostile clients: over HTTP by Schemathesis from our own description, over the WebSocket by Hypothesis."""

from __future__ import annotations

import json
import zlib
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st
from known import Known
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from world import Client, Server

from molehill.server.api import application
from molehill.server.settings import Settings
from scenario import often

SCHEMA = schemathesis.openapi.from_dict(application(Settings(), None).openapi())  # type: ignore[arg-type]
OPERATIONS = {operation.ok().label: operation.ok() for operation in SCHEMA.get_all_operations()}


@pytest.mark.randomised
@pytest.mark.parametrize("label", OPERATIONS)
def test_no_call_breaks_the_server_or_its_description(label: str, server: Server, table: dict[str, Any]) -> None:
    """What `SCHEMA.parametrize()` would do, but that makes up all calls in each process that looks for tests."""
    calls = build_operation_test(
        config=SCHEMA.config,
        operation=OPERATIONS[label],
        test_func=call,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    calls(server=server, table=table)


@hypothesis.settings(max_examples=often(25), suppress_health_check=list(hypothesis.HealthCheck), deadline=None)
def call(case: Any, server: Server, table: dict[str, Any]) -> None:
    if "id" in (case.path_parameters or {}) and zlib.crc32(repr(case.path_parameters).encode()) % 2:
        case.path_parameters["id"] = table["id"]
    response = case.call(base_url=server.url, timeout=None)
    case.validate_response(
        response,
        checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance],
    )
    assert "Traceback" not in response.text


@pytest.fixture(scope="module")
def table(server: Server) -> dict[str, Any]:
    """A game in progress that nobody may harm."""
    opened = server.open("honeymoon", [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}], chat=False)
    client = server.join(opened["id"], opened["tokens"]["0"], opened["tokens"]["1"])
    client.hear()
    client.ask(do="start")
    client.close()
    return opened


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
COMMANDS = (
    "hello",
    "move",
    "undo",
    "hint",
    "chat",
    "start",
    "seat",
    "set",
    "stand_in",
    "take_back",
    "luck",
    "rematch",
    "hold",
    "x",
)
FIELDS = ("seat", "move", "seq", "key", "text", "kind", "bot", "chat", "tokens", "words", "share", "y")
messages = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60),
    json_values.map(json.dumps),
    st.builds(
        lambda do, fields: json.dumps({"do": do, **fields}),
        st.sampled_from(COMMANDS),
        st.dictionaries(st.sampled_from(FIELDS), json_values | st.integers(-2, 3) | st.just(2**200), max_size=5),
    ),
    st.builds(
        lambda seat, seq, move: json.dumps({"do": "move", "seat": seat, "seq": seq, "move": move}),
        st.integers(-1, 3), st.integers(-1, 10_000),
        st.fixed_dictionaries({"do": st.sampled_from(["dig", "pass", "roll", "fly"])}, optional={
            "at": json_values | st.lists(st.integers(-1, 8), max_size=3), "to": st.sampled_from(["south", "down", 3]),
            "length": st.integers(-3, 99) | json_values, "shows": st.integers(),
        }),
    ),
    st.just("[" * 5000), st.just('{"do":' * 1000), st.just("\ud800".encode("utf-8", "surrogatepass")),
)  # fmt: skip


def comes_through(answer: dict[str, Any]) -> bool:
    return answer["say"] in ("refused", "pong", "welcome", "update", "hint")


@pytest.mark.randomised
@hypothesis.settings(max_examples=often(150), suppress_health_check=list(hypothesis.HealthCheck), deadline=None)
@hypothesis.given(frames=st.lists(messages, min_size=1, max_size=8))
def test_no_frame_breaks_the_connection_or_changes_the_table(
    frames: list[str | bytes], server: Server, table: dict[str, Any]
) -> None:
    """From somebody without a seat: whatever they send, the table stays as it is and the connection lives."""
    stranger = Client(server, table["id"], [])
    seq = stranger.hear()["seq"]
    for frame in frames:
        stranger.socket.send(frame)
    stranger.send(do="ping")
    while True:
        said = stranger.hear()
        assert comes_through(said)
        assert "Traceback" not in json.dumps(said)
        if said["say"] == "pong":
            break
    stranger.send(do="again")
    assert stranger.until(lambda said: said["say"] == "welcome")["seq"] == seq
    stranger.close()


@pytest.mark.randomised
@hypothesis.settings(max_examples=often(100), suppress_health_check=list(hypothesis.HealthCheck), deadline=None)
@hypothesis.given(frames=st.lists(messages, min_size=1, max_size=6))
def test_who_sits_there_can_break_nothing_either(frames: list[str | bytes], server: Server) -> None:
    """From a seat: the connection lives, and afterwards a proper move is possible."""
    opened = server.open("honeymoon", [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}])
    client = server.join(opened["id"], *opened["tokens"].values(), opened["host"])
    client.hear()
    client.ask(do="start")
    for frame in frames:
        client.socket.send(frame)
    client.send(do="again")
    client.until(lambda said: said["say"] == "welcome")
    client.send(do="ping")
    client.until(lambda said: said["say"] == "pong")
    seat, move = client.my_moves()[0]
    assert client.ask(do="move", seat=seat, move=move, seq=client.update["seq"])["say"] == "update"
    client.close()


def test_malformed_handshakes_and_huge_frames_end_clearly(server: Server, table: dict[str, Any]) -> None:
    first = Client.__new__(Client)
    from websockets.sync.client import connect

    url = f"{server.url.replace('http', 'ws')}/api/tables/{table['id']}/live"
    with connect(url, open_timeout=None) as first.socket:  # type: ignore[misc]
        first.bytes, first.known = [], Known()
        first.socket.send("nonsense")
        assert first.hear()["code"] == "malformed"
        assert first.wait_closed() == 4001
    nowhere = Client(server, "no-such-table", [])
    assert nowhere.hear()["code"] == "no-table"
    assert nowhere.wait_closed() == 4004
    big = Client(server, table["id"], [])
    big.hear()
    big.socket.send("x" * 100_000)
    assert big.wait_closed() == 1009
    assert httpx.get(f"{server.url}/healthz", timeout=None).json()["ok"]
