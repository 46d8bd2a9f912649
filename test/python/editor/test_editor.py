# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an editor shows of the language, asked of a language server."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pypto
import pypto.language as pl

SERVER = Path(sys.executable).parent / "pyright-langserver"
TEXT = """import pypto.language as pl


@pl.jit
def kernel(
    x: pl.Tensor[[16, 64], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        y = pl.store(t, [0, 0], y)
    return y


pl.
pl.tile.
pl.Level.
kernel.
pl.load(
"""


class Client:
    """Speaks to a language server over its standard streams."""

    def __init__(self, folder: Path) -> None:
        self._server = subprocess.Popen(
            [str(SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._number = 0
        root = folder.as_uri()
        self.ask(
            "initialize",
            processId=None,
            rootUri=root,
            # Without folders the server reads no settings of the folder.
            workspaceFolders=[{"uri": root, "name": folder.name}],
            capabilities={"workspace": {"workspaceFolders": True}},
        )
        self.tell("initialized")
        self.uri = f"{root}/kernel.py"
        document = {"uri": self.uri, "languageId": "python", "version": 1, "text": TEXT}
        self.tell("textDocument/didOpen", textDocument=document)

    def tell(self, method: str, **parameters) -> None:
        self._send({"method": method, "params": parameters})

    def ask(self, method: str, **parameters):
        """The answer to a request; requests of the server are answered with nothing."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if "method" in message and "id" in message:
                items = message.get("params", {}).get("items", [])
                self._send({"id": message["id"], "result": [None] * len(items)})
            elif message.get("id") == self._number:
                return message.get("result")

    def at(self, method: str, start: str):
        """A request at the end of the line that starts with `start`."""
        lines = TEXT.splitlines()
        row = max(i for i, line in enumerate(lines) if line.strip() == start)
        position = {"line": row, "character": len(lines[row])}
        return self.ask(method, textDocument={"uri": self.uri}, position=position)

    def close(self) -> None:
        self._server.kill()
        self._server.wait()

    def _send(self, message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self._server.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        stream.flush()

    def _receive(self):
        stream = self._server.stdout
        assert stream is not None
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has gone"
        return json.loads(stream.read(length))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    if not SERVER.exists() and shutil.which("pyright-langserver") is None:
        pytest.skip("no language server is installed")
    folder = tmp_path_factory.mktemp("editor")
    package = os.path.dirname(os.path.dirname(pypto.__file__))
    settings = {"extraPaths": [package], "pythonVersion": "3.10"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    (folder / "kernel.py").write_text(TEXT)
    client = Client(folder)
    yield client
    client.close()


def labels(answer):
    items = answer["items"] if isinstance(answer, dict) else answer
    return {item["label"] for item in items}


def test_names_complete(client):
    assert set(pl.__all__) <= labels(client.at("textDocument/completion", "pl."))
    assert {"load", "transpose_view", "MaskPattern"} <= labels(
        client.at("textDocument/completion", "pl.tile.")
    )
    assert {"CORE_GROUP", "HOST"} <= labels(client.at("textDocument/completion", "pl.Level."))
    assert {"compile", "lower"} <= labels(client.at("textDocument/completion", "kernel."))


def test_signatures(client):
    answer = client.at("textDocument/signatureHelp", "pl.load(")
    label = answer["signatures"][0]["label"]
    for part in ("tensor: Tensor", "valid_shape", "target_memory", "clamp: bool", "-> Tile"):
        assert part in label
    assert "documentation" in answer["signatures"][0]
