"""A server on loopback that answers as a case says, and records what arrives. See clients/cases/README.md."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CLIENTS = Path(__file__).resolve().parents[2]
CONTRACT: dict[str, Any] = json.loads((CLIENTS.parent / "docs" / "openapi.json").read_text())


def cases_of(file: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((CLIENTS / "cases" / file).read_text())
    return cases


def example_of(operation: str) -> Any:
    """The body that the contract shows as an example of this answer."""
    method, path = operation.split(" ")
    operation = CONTRACT["paths"][path][method.lower()]
    examples = _examples(operation, "200") or _examples(operation, "201")
    return next(iter(examples.values()))["value"]


def _error_example(status: int, kind: str) -> dict[str, Any]:
    for methods in CONTRACT["paths"].values():
        for operation in methods.values():
            example = _examples(operation, str(status)).get(kind)
            if example is not None:
                value: dict[str, Any] = json.loads(json.dumps(example["value"]))
                return value
    raise LookupError(f"the contract has no example of {status} {kind}")


def _examples(operation: dict[str, Any], status: str) -> dict[str, Any]:
    content = operation["responses"].get(status, {}).get("content", {})
    examples: dict[str, Any] = content.get("application/json", {}).get("examples", {})
    return examples


def _body_of(answer: dict[str, Any]) -> bytes:
    if "body_text" in answer:
        return str(answer["body_text"]).encode()
    if "example" in answer:
        return json.dumps(example_of(answer["example"])).encode()
    if "error" not in answer:
        return json.dumps(answer.get("body")).encode()
    body = _error_example(answer["status"], answer["error"])
    if "ctx" in answer:
        body["detail"][0]["ctx"] = answer["ctx"]
    return json.dumps(body).encode()


class CaseServer:
    def __init__(self, exchanges: list[dict[str, Any]]) -> None:
        self.arrived: list[dict[str, Any]] = []
        self._exchanges = exchanges
        self._ended = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                owner._take(self)

            do_POST = do_PATCH = do_DELETE = do_GET

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    def __enter__(self) -> CaseServer:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.socket.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def _take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", "0")))
        at = len(self.arrived)
        self.arrived.append(
            {
                "method": handler.command,
                "path": handler.path,
                "headers": {name.lower(): value for name, value in handler.headers.items()},
                "body": json.loads(body) if body else None,
            }
        )
        unexpected = {"answer": {"status": 500, "body_text": "no case expects this request"}}
        self._answer(handler, (self._exchanges[at] if at < len(self._exchanges) else unexpected)["answer"])

    def _answer(self, handler: BaseHTTPRequestHandler, answer: dict[str, Any]) -> None:
        fault = answer.get("fault")
        handler.close_connection = True
        if fault == "stalled":
            self._ended.wait(20)
        if fault in ("stalled", "cut"):
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        body = _body_of(answer)
        headers = {"Content-Type": "application/json; charset=utf-8", **answer.get("headers", {})}
        handler.send_response_only(answer.get("status", 200))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(body if fault is None else body[: len(body) // 2])
