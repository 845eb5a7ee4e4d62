"""Downloading bulk files, from a server on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.errors import InputError
from manaproof.bridge.oracle.store import Store
from manaproof.bridge.oracle.stored import stored_definition
from manaproof.bridge.oracle.sync import download

ELF = {"name": "Pond Elf", "layout": "normal", "type_line": "Creature", "oracle_text": "Flying"}
CARDS = [{**ELF, "power": "1", "toughness": "1"}]
BODY = json.dumps(CARDS).encode()


@dataclass
class Server:
    """A server of bulk files.

    Attributes:
        asked: what was asked for, with the range.
        cut: how many bytes of the file it sends before it ends the connection; all by default.
        size: the size that its list announces.
        status: the status with which it answers for the list.
    """

    asked: list[tuple[str, str | None]] = field(default_factory=list)
    cut: int | None = None
    size: int = len(BODY)
    status: int = 200
    address: str = ""


@pytest.fixture
def server() -> Iterator[Server]:
    told = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append((self.path, self.headers.get("Range")))
            if self.path == "/list":
                uri = f"{told.address}/file"
                entry = {"download_uri": uri, "size": told.size, "updated_at": "2026-11-30T09:00:00"}
                entries = [{"type": kind, **entry} for kind in ("oracle_cards", "rulings", "all_cards")]
                self.answer(told.status, json.dumps({"data": entries}).encode())
                return
            start = int((self.headers.get("Range") or "bytes=0-")[6:-1])
            self.answer(206 if start else 200, BODY[start : told.cut])

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is logged."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        told.address = f"http://127.0.0.1:{http.server_address[1]}"
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        yield told
        http.shutdown()
        thread.join()


def test_files_are_downloaded_once(server: Server, tmp_path: Path) -> None:
    said: list[str] = []
    files = download(f"{server.address}/list", said.append, tmp_path)
    assert sorted(files) == ["oracle_cards", "rulings"]
    assert files["oracle_cards"].read_bytes() == BODY
    assert said == ["oracle_cards: downloading", "rulings: downloading"]
    said.clear()
    assert download(f"{server.address}/list", said.append, tmp_path) == files
    assert said == ["oracle_cards: up to date", "rulings: up to date"]


def test_a_download_that_ended_early_is_resumed(server: Server, tmp_path: Path) -> None:
    server.cut = 10
    with pytest.raises(InputError, match=f"10 bytes came of {len(BODY)}"):
        download(f"{server.address}/list", lambda _: None, tmp_path)
    server.cut = None
    said: list[str] = []
    files = download(f"{server.address}/list", said.append, tmp_path)
    assert said[0] == "oracle_cards: resuming at byte 10"
    assert ("/file", "bytes=10-") in server.asked
    assert files["oracle_cards"].read_bytes() == BODY


def test_a_file_of_another_size_is_refused(server: Server, tmp_path: Path) -> None:
    server.size = len(BODY) - 3
    with pytest.raises(InputError, match="bytes came of"):
        download(f"{server.address}/list", lambda _: None, tmp_path)
    assert not list(tmp_path.glob("*.json"))


def test_a_server_that_fails_is_named(server: Server, tmp_path: Path) -> None:
    server.status = 503
    with pytest.raises(InputError, match="answered 503"):
        download(f"{server.address}/list", lambda _: None, tmp_path)


def test_no_server_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be reached"):
        download("http://127.0.0.1:9/list", lambda _: None, tmp_path)


def test_the_command_keeps_the_cards(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))
    stored_definition.cache_clear()
    with pytest.raises(SystemExit) as ended:
        cli.main(["cards", "sync", "--address", f"{server.address}/list", "--jobs", "1"])
    assert ended.value.code == 0
    elf = Store().definition("Pond Elf")
    assert elf is not None
    assert len(elf.front.abilities) == 1
    with pytest.raises(SystemExit) as ended:
        cli.main(["cards", "show", "Pond Elf"])
    assert ended.value.code == 0
    with pytest.raises(SystemExit) as ended:
        cli.main(["cards", "show", "Pond Elff"])
    assert ended.value.code == 2
