"""What `deploy/` holds for those who run a server: nginx in front of it as written, and the rest read and checked."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from world import Client, Server, play_to_the_end

from molehill.server.settings import Settings
from scenario import chance

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"
AROUND = """
daemon off;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/molehill.conf;
}}
"""

needs_nginx = pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx is not here")
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")


@dataclass
class Proxy:
    """nginx in front of a server. It has an address as a server has, so that clients can be given it instead."""

    url: str
    plain: str  # the same without HTTPS
    trust: ssl.SSLContext

    def call(self, method: str, path: str, url: str = "", **more: Any) -> httpx.Response:
        headers = {"Host": f"{NAME}:{self.url.rpartition(':')[2]}"} | more.pop("headers", {})
        with httpx.Client(verify=self.trust, timeout=None) as client:
            extensions = {"sni_hostname": NAME}
            return client.request(method, (url or self.url) + path, headers=headers, extensions=extensions, **more)

    def open(self, path: str = "", **more: Any) -> httpx.Response:
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
        return self.call("POST", f"{path}/api/tables", json={"game": "honeymoon", "seats": seats}, **more)

    def join(self, table: str, tokens: list[str]) -> Client:
        """A client, with TLS beside it: it reads in one thread and writes in another, and OpenSSL may do only one thing
        at a time. Before, one handshake in some six hundred was never sent."""
        ours, theirs = socket.socketpair()
        threading.Thread(target=asyncio.run, args=(self._carry(theirs),), daemon=True).start()
        return Client(replace(self, url=self.url.replace("https", "http")), table, tokens, sock=ours)  # type: ignore[arg-type]

    async def _carry(self, inside: socket.socket) -> None:
        """Carry what is written there through TLS, and back."""
        host, port = self.url.removeprefix("https://").split(":")
        near = await asyncio.open_connection(sock=inside)
        far = await asyncio.open_connection(
            host, int(port), ssl=self.trust, server_hostname=NAME, ssl_handshake_timeout=3600
        )
        await asyncio.gather(_pass_on(near[0], far[1]), _pass_on(far[0], near[1]))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):  # nginx may be gone
        while some := await reader.read(1 << 16):
            writer.write(some)
            await writer.drain()
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Callable[..., Proxy]]:
    """Puts nginx in front of a server: our file as it is, but for addresses, ports and the certificate.

    It has patience as well: on a busy machine it may take longer than ten seconds to say hello. And it listens at
    sockets of ours, as one nginx leaves them to the next: nobody else can take the ports before it does.
    """
    started: list[subprocess.Popen[bytes]] = []
    listening: list[socket.socket] = []

    def start(server: Server, location: str = "/", **changes: str) -> Proxy:
        certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
        listening.extend(socket.create_server(("127.0.0.1", 0), backlog=500) for _ in range(2))
        files = [each.fileno() for each in listening[-2:]]
        plain, port = (each.getsockname()[1] for each in listening[-2:])
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
             "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"],
            check=True, capture_output=True,
        )  # fmt: skip
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for ours, theirs in {
            "server 127.0.0.1:8000;": f"server {server.url.removeprefix('http://')};",
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
            "client_header_timeout 10s;": "client_header_timeout 3600s;",
            "client_body_timeout 10s;": "client_body_timeout 3600s;",
            "location / {": f"location {location} {{",
            **changes,
        }.items():
            assert text.count(ours) == 1, ours
            text = text.replace(ours, theirs)
        (tmp_path / "molehill.conf").write_text(text, encoding="utf-8")
        (tmp_path / "nginx.conf").write_text(AROUND.format(folder=tmp_path), encoding="utf-8")
        command = ["nginx", "-e", str(tmp_path / "errors"), "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
        inherited = {"NGINX": "".join(f"{file};" for file in files)}
        subprocess.run([*command, "-t"], check=True, capture_output=True, env=os.environ | inherited, pass_fds=files)
        started.append(subprocess.Popen(command, env=os.environ | inherited, pass_fds=files))
        while not (tmp_path / "nginx.pid").read_text():  # an empty one is left by the test
            assert started[-1].poll() is None, (tmp_path / "errors").read_text()
        trust = ssl.create_default_context(cafile=str(certificate))
        return Proxy(f"https://127.0.0.1:{port}", f"http://127.0.0.1:{plain}", trust)

    yield start
    for nginx in started:
        nginx.terminate()
        nginx.wait()
    for each in listening:
        each.close()


@needs_nginx
def test_a_match_is_played_through_nginx(server: Server, behind: Callable[..., Proxy]) -> None:
    proxy = behind(server)
    opened = proxy.open(headers={"Origin": f"https://{NAME}:{proxy.url.rpartition(':')[2]}"})
    assert opened.status_code == 201, opened.text
    assert all("Secure" in cookie for cookie in opened.headers.get_list("set-cookie"))
    table = opened.json()
    both = proxy.join(table["id"], list(table["tokens"].values()))
    both.hear()
    assert both.ask(do="start")["say"] == "update"
    assert play_to_the_end(both, chance(1))


@needs_nginx
def test_nginx_passes_on_what_it_must_and_nothing_else(
    serve: Callable[..., Server], behind: Callable[..., Proxy], tmp_path: Path
) -> None:
    proxy = behind(serve(f"sqlite:///{tmp_path / 'tables.db'}", tables_per_address=1))
    to_https = proxy.call("GET", "/", proxy.plain, follow_redirects=False)
    assert (to_https.status_code, to_https.headers["location"].startswith("https://")) == (301, True)
    games = proxy.call("GET", "/api/games", headers={"Accept-Encoding": "gzip"})
    assert (games.status_code, games.headers["content-encoding"]) == (200, "gzip")
    assert proxy.call("GET", "/metrics").status_code == 404
    assert proxy.open(headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 201
    again = proxy.open(headers={"X-Forwarded-For": "192.0.2.2"})
    assert again.status_code == 429, "an address that a client names itself is not counted as another one"


@needs_nginx
def test_nginx_serves_it_below_a_path(
    serve: Callable[..., Server], behind: Callable[..., Proxy], tmp_path: Path
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", root_path="/molehill")
    proxy = behind(server, "/molehill/")
    assert proxy.call("GET", "/molehill/").status_code == 200
    assert proxy.open("/molehill").status_code == 201


@needs_nginx
def test_nginx_finds_the_group_that_has_a_table(
    serve: Callable[..., Server], behind: Callable[..., Proxy], tmp_path: Path
) -> None:
    """As docs/scale.md has it: two databases, each with a server of its own."""
    servers = {group: serve(f"sqlite:///{tmp_path / group}.db", group=group) for group in "ab"}
    at = {group: server.url.removeprefix("http://") for group, server in servers.items()}
    groups = re.search(r"```nginx\n(.*?)```", (DEPLOY.parent / "docs/scale.md").read_text(encoding="utf-8"), re.S)
    assert groups
    said = groups[1].replace("10.0.0.1:8000", at["a"]).replace("10.0.0.2:8000", at["b"])
    balanced = {
        "    keepalive 64;\n}": f"    server {at['b']};\n}}\n{said}",
        "http://molehill;": "http://$molehill_group;",
    }
    proxy = behind(servers["a"], **balanced)
    opened = [proxy.open() for _ in range(6)]
    assert [answer.status_code for answer in opened] == [201] * 6
    ids = [answer.json()["id"] for answer in opened]
    assert {id[:2] for id in ids} == {"a_", "b_"}, "both take new tables"
    for id, answer in zip(ids, opened, strict=True):
        assert proxy.call("GET", f"/api/tables/{id}").status_code == 200
        both = proxy.join(id, list(answer.json()["tokens"].values()))
        assert both.hear()["say"] == "welcome"
        both.close()
    assert proxy.call("GET", f"/api/tables/c_{ids[0][2:]}").status_code == 502, "there is no such group"


# ---- what can only be read here --------------------------------------------------------------------------------------


def settings_in(text: str) -> set[str]:
    return {name.lower() for name in re.findall(r"\bMOLEHILL_([A-Z_]+)\b", text)} - {"cache"}


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_setting_that_is_named_is_there(file: str) -> None:
    assert settings_in((DEPLOY / file).read_text(encoding="utf-8")) <= set(Settings.model_fields)


@needs_systemd
def test_the_unit_is_sound_and_hardened(tmp_path: Path) -> None:
    text = (DEPLOY / "molehill.service").read_text(encoding="utf-8")
    unit = tmp_path / "molehill.service"
    unit.write_text(text.replace("/opt/molehill/bin/molehill", str(shutil.which("true"))), encoding="utf-8")
    sound = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert [line for line in sound.stderr.splitlines() if "molehill.service" in line] == []
    rate = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    hardened = subprocess.run(rate, capture_output=True, text=True, check=False)
    assert hardened.returncode == 0, hardened.stdout[-200:]


def test_the_image_runs_as_nobody_in_particular_and_starts_what_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith(("#", " "))]
    said = dict(lines)
    assert int(said["USER"]) >= 1000
    assert shlex.split(said["CMD"].strip("[]").replace(",", " ")) == ["molehill", "serve"]
    assert said["COPY"].split()[0] == "dist/molehill-*.whl", "what `make release` builds"
    assert f"MOLEHILL_PORT={said['EXPOSE']}" in said["ENV"]
    health = re.search(r"MOLEHILL_HEALTH_PORT=(\d+)", said["ENV"])
    assert health
    assert f"127.0.0.1:{health[1]}/healthz" in said["HEALTHCHECK"]
