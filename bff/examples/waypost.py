#!/usr/bin/env python3
"""Waypost for a TMS, with Python 3.9 or newer and its standard library alone.

As a program, `python3 waypost.py` says what it can do; as a module:

    from waypost import Waypost, is_authentic
    waypost = Waypost("https://waypost.example.com", os.environ["WAYPOST_KEY"])
    for load in waypost.loads(health="stale"): ...
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import uuid
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

TIMEOUT_SECONDS = 30
MOST_TRIES = 3
# A delivery is signed anew at each try, so an old one has been kept by somebody.
OLDEST_SECONDS = 5 * 60
MOST_ROWS = 100


class Refused(Exception):
    """The server refused a request: `status`, and its answer as text."""

    def __init__(self, status, text):
        super().__init__(f"{status} {text}")
        self.status = status


class NoRedirects(HTTPRedirectHandler):
    """The key goes nowhere else."""

    def redirect_request(self, *_):
        return None


class Waypost:
    def __init__(self, url, key):
        """`key`: an administrator creates it on the page /api-keys."""
        self._url = url
        self._key = key
        self._opener = build_opener(NoRedirects)

    def loads(self, **filters):
        """Watched loads, page after page."""
        return self._pages("loads", filters)

    def exceptions(self, **filters):
        """By id, so that none is missed between two pages."""
        return self._pages("exceptions", {"sort": "load_id", **filters})

    def changes(self, version):
        """What changed after a version, and the version to ask for next: (loads, removed, version)."""
        loads, removed, next_version, cursor = [], [], version, None
        while True:
            query = {"changed_after": version, "size": 1000, **({"cursor": cursor} if cursor else {})}
            page = self.send("GET", f"loads?{urlencode(query)}")
            loads += page["items"]
            removed += page["removed"]
            next_version, cursor = page["version"], page["next_page"]
            if cursor is None:
                return loads, removed, next_version

    def add(self, *load_ids):
        """Watches loads that the tracking service knows."""
        return self.send("POST", "loads", {"load_ids": load_ids})

    def remove(self, load_id):
        """Stops watching a load; it stays at the tracking service."""
        return self.send("DELETE", f"loads/{load_id}")

    def put(self, load):
        """Posts a load, or corrects the one with its load_ref. Safe to repeat."""
        return self.send("PUT", "posted-loads", load)

    def put_all(self, loads):
        """The same with any number of loads; yields a result for each."""
        for start in range(0, len(loads), MOST_ROWS):
            rows = {"loads": loads[start : start + MOST_ROWS]}
            yield from self.send("POST", "posted-loads/bulk", rows)["items"]

    def post(self, load, key=None):
        """Posts a new load. Keep `key`, any text, with your own record: the same one makes a retry safe."""
        return self.send("POST", "posted-loads", load, {"Idempotency-Key": key or str(uuid.uuid4())})

    def find(self, load_ref):
        """The load that has this load_ref, or the request to post it."""
        return self.send("GET", f"posted-loads?load_ref={quote(load_ref, safe='')}")

    def correct(self, load_id, change):
        """Changes load_ref, vehicle or stops. Fails with status 412 when somebody else was quicker."""
        version = self.send("GET", f"posted-loads/{load_id}")["version"]
        return self.send("PATCH", f"posted-loads/{load_id}", {"version": version, **change})

    def note(self, load_id, text):
        """Adds a note to a load, in the name of the key."""
        act = {"kind": "note", "text": text}
        items = [{"load_id": load_id, "version": 0}]
        return self.send("POST", "triage/acts", {"act_id": str(uuid.uuid4()), "act": act, "items": items})

    def webhook(self, url, events):
        """Has events sent to a URL; the answer holds the secret, once. Needs a key that manages webhooks."""
        return self.send("POST", "outgoing-webhooks", {"url": url, "events": events})

    def _pages(self, path, filters):
        cursor = None
        while True:
            query = {"size": 100, **filters, **({"cursor": cursor} if cursor else {})}
            page = self.send("GET", f"{path}?{urlencode(query, doseq=True)}")
            yield from page["items"]
            cursor = page["next_page"]
            if cursor is None:
                return

    def send(self, method, path, body=None, headers=None):
        """Any other route of /machine/openapi.json; `path` below /machine/v1/."""
        data = None if body is None else json.dumps(body).encode()
        given = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **(headers or {})}
        for tries in range(1, MOST_TRIES + 1):
            request = Request(f"{self._url}/machine/v1/{path}", data, given, method=method)
            try:
                with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except HTTPError as error:
                # After 429 nothing was done: the server says when to come again.
                if error.code != 429 or tries == MOST_TRIES:
                    raise Refused(error.code, error.read().decode()) from None
                time.sleep(max(1, int(error.headers.get("Retry-After") or 1)))


def is_authentic(secret, body, timestamp, *signatures):
    """Whether a webhook comes from Waypost and is fresh.

    body: the bytes as they came. signatures: X-Webhook-Signature, and X-Webhook-Signature-Previous if there is one.
    """
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).digest()
    signed = any(hmac.compare_digest(base64.b64encode(expected).decode(), one) for one in signatures if one)
    sent_at = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
    return signed and abs((datetime.now(timezone.utc) - sent_at).total_seconds()) <= OLDEST_SECONDS


def listen(port, secret):
    """Prints the events that come, one a line, and answers 400 to what is not from Waypost."""

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            names = ("X-Webhook-Signature", "X-Webhook-Signature-Previous")
            signatures = [self.headers.get(name) for name in names]
            good = is_authentic(secret, body, self.headers.get("X-Webhook-Timestamp", ""), *signatures)
            if good:
                event = json.loads(body)
                print(event["event_name"], json.dumps(event["data"][0]), flush=True)
            self.send_response(200 if good else 400)
            self.end_headers()

        def log_message(self, *_):
            pass

    HTTPServer(("127.0.0.1", port), Receiver).serve_forever()


USAGE = """WAYPOST_URL and WAYPOST_KEY say where and with which API key.
  list [name=value …]            watched loads, such as health=stale
  exceptions [name=value …]      exceptions, such as state=open
  changes VERSION                loads that changed or left since, and the next version
  add LOAD_ID …                  watches loads that the tracking service knows
  remove LOAD_ID                 stops watching one
  put JSON                       posts a load, or corrects the one with its load_ref; safe to repeat
  bulk JSON                      the same with a list of loads
  find LOAD_REF                  the load that has it
  post JSON [KEY]                posts a new load; the same KEY, any text, makes a retry safe
  correct LOAD_ID JSON           changes load_ref, vehicle or stops at the tracking service
  note LOAD_ID TEXT              adds a note
  webhook URL EVENT …            has events sent to a URL, and prints the secret
  listen PORT                    receives events on this machine and prints them
  verify TIMESTAMP SIGNATURE     checks the body of an outgoing webhook on standard input
                                 the secret of a webhook is in WAYPOST_WEBHOOK_SECRET"""


def run(command, values):
    environment = os.environ.get
    secret = environment("WAYPOST_WEBHOOK_SECRET", "")
    if command == "verify":
        if not is_authentic(secret, sys.stdin.buffer.read(), *values):
            raise ValueError("The signature is wrong or old: do not trust this body")
        return "The signature is right"
    if command == "listen":
        return listen(int(values[0]), secret)
    waypost = Waypost(environment("WAYPOST_URL"), environment("WAYPOST_KEY"))
    filters = dict(value.split("=", 1) for value in values) if command in ("list", "exceptions") else {}
    commands = {
        "list": lambda: list(waypost.loads(**filters)),
        "exceptions": lambda: list(waypost.exceptions(**filters)),
        "changes": lambda: dict(zip(("loads", "removed", "version"), waypost.changes(int(values[0])))),
        "add": lambda: waypost.add(*values),
        "remove": lambda: waypost.remove(values[0]),
        "put": lambda: waypost.put(json.loads(values[0])),
        "bulk": lambda: list(waypost.put_all(json.loads(values[0]))),
        "find": lambda: waypost.find(values[0]),
        "post": lambda: waypost.post(json.loads(values[0]), *values[1:]),
        "correct": lambda: waypost.correct(values[0], json.loads(values[1])),
        "note": lambda: waypost.note(*values),
        "webhook": lambda: waypost.webhook(values[0], values[1:]),
    }
    if command not in commands:
        raise ValueError(USAGE)
    return commands[command]()


if __name__ == "__main__":
    try:
        print(json.dumps(run(sys.argv[1] if sys.argv[1:] else "", sys.argv[2:]), indent=2))
    except (Refused, ValueError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
