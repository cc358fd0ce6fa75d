from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from server.harness import Server
from server.wire import GET, wire
from spookymarks import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Samples = dict[str, float]


def _samples(text: str) -> Samples:
    """Return the value of each sample, named as `name{label="value"}` with its labels in order."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name.removeprefix('spookymarks_')}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def _read(server: Server) -> Samples:
    async with server.client() as client:
        answer = await client.get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("text/plain")
        return _samples(answer.text)


async def test_a_game_leaves_its_numbers(start: Callable[..., Server]) -> None:
    """Sockets by role, commands by answer, commits, rooms, refusals and requests are counted as they happen."""
    server = start(messages_burst=5, messages_per_second=0.001)
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o), server.join(game.id, None) as w:
        await x.act("1-2")
        await x.reach(2)
        await x.act("1-3")
        await w.act("1-3")
        with pytest.raises(InvalidStatus):
            async with server.raw(game.id, additional_headers={"Origin": "http://evil.example"}):
                pass
        now = await _read(server)
        assert [now[f"sockets{{role={role}}}"] for role in ("X", "O", "watch")] == [1, 1, 1]
        for _ in range(6):
            await w.send(t="ping")
        assert await w.closed() == 1008
    async with wire(server) as line:
        line.send(b"nonsense\r\n\r\n")
        await line.answer()
    while (now := await _read(server))["sockets{role=X}"] or now["sockets{role=watch}"]:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    assert now["commands_total{answer=ack,kind=act}"] == 1
    assert now["commands_total{answer=not_yours,kind=act}"] == 2
    assert now["commands_total{answer=limit,kind=none}"] == 1
    assert now["connections_refused_total{reason=malformed}"] == 1
    assert now["spookymarks_origins_refused_total"] == 1
    assert now["spookymarks_commit_seconds_count"] >= 3
    assert now["spookymarks_commit_jobs_sum"] >= 3
    assert now["spookymarks_rooms"] == 1
    assert now["spookymarks_bus_sure"] == 1
    assert now["http_requests_total{method=POST,route=/api/v1/games,status=201}"] == 1
    assert now[f"build_info{{version={__version__}}}"] == 1
    assert now["spookymarks_start_time_seconds"] > 1e9


async def test_labels_come_from_us_alone(start: Callable[..., Server]) -> None:
    """Whatever strangers ask for, there are no new labels: paths, methods and message types are not among them."""
    server = start()
    game = await server.new_game()
    async with server.client() as client:
        for number in range(50):
            for path in (f"/made-up-{number}", f"/api/v1/games/up{number}", f"/g/up{number}", f"/api/v1/up{number}"):
                await client.get(path)
            await client.request("PROPFIND", f"/up{number}")
    async with server.join(game.id, None) as w:
        for number in range(20):
            await w.send(t=f"made-up-{number}", id="some-command")
            await w.answer()
    names = (await _read(server)).keys()
    assert not [name for name in names if "up" in name]
    requests = {name for name in names if name.startswith("http_requests_total")}
    assert "http_requests_total{method=GET,route=/api/v1/games/{game},status=404}" in requests
    assert "http_requests_total{method=GET,route=page,status=404}" in requests
    assert len(requests) < 12


async def test_only_the_operator_sees_them(start: Callable[..., Server], tmp_path: Path) -> None:
    """Without a token only this machine does, and no proxy on it; with one only its bearer; others find nothing."""
    async with start().client() as client:
        assert (await client.get("/metrics")).status_code == 200
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            answer = await client.get("/metrics", headers={header: "203.0.113.1"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    server = Server(tmp_path, metrics_token="a secret of the operator")  # noqa: S106
    async with server.client() as client:
        for word in ("", "Bearer", "Bearer wrong", "Basic a secret of the operator", "a secret of the operator"):
            answer = await client.get("/metrics", headers={"Authorization": word})
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
        bearer = {"Authorization": "Bearer a secret of the operator", "X-Forwarded-For": "203.0.113.1"}
        assert (await client.get("/metrics", headers=bearer)).status_code == 200
        document = (await client.get("/api/v1/openapi.json")).json()
        assert "/metrics" not in document["paths"]
    async with wire(server) as line:
        line.send(GET.replace(b"/api/v1/health", b"/metrics").replace(b"\r\n\r\n", b"\r\nAuthorization: \xff\r\n\r\n"))
        (await line.answer()).check(404, "not_found")
    server.stop()


COUNT = """
import sys
from spookymarks.server import metrics
for process in sys.argv[1:]:
    metrics.ended(int(process))
metrics.begin()
metrics.command("act", "ack")
metrics.rooms(2)
metrics.entered("X")
print(metrics.exposition().decode())
"""


def test_processes_count_together(tmp_path: Path) -> None:
    """Those that share a folder report sums, and of what is open only what living processes have."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}

    def count(*ended: int) -> tuple[int, Samples]:
        command = [sys.executable, "-c", COUNT, *map(str, ended)]
        with subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE) as process:
            return process.pid, _samples(process.communicate()[0].strip() + "\n")

    first, _ = count()
    second, now = count()
    assert now["sockets{role=X}"] == 2
    _, now = count(first, second)
    assert now["commands_total{answer=ack,kind=act}"] == 3
    assert now["spookymarks_rooms"] == 2
    assert now["sockets{role=X}"] == 1
    assert now[f"build_info{{version={__version__}}}"] == 1
