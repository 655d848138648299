# Receives webhooks of Quoin. Python 3.8 or newer, nothing to install:
#   QUOIN_WEBHOOK_SECRET=whsec_… PORT=3000 python3 receiver.py
import hashlib
import hmac
import json
import os
import queue
import re
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["QUOIN_WEBHOOK_SECRET"].encode()
FOLDER = os.environ.get("QUOIN_EVENTS_DIR", "quoin-events")
TOLERANCE_S = 300
LONGEST_BODY = 16 * 1024 * 1024
os.makedirs(FOLDER, exist_ok=True)
work = queue.Queue()


def is_signed(header, body):
    """Whether one of the signatures in the header belongs to these very bytes and to now."""
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", t) or abs(time.time() - int(t)) > TOLERANCE_S:
        return False
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
    given = [value.encode("utf-8", "replace") for name, value in parts if name == "v1"]
    return any(hmac.compare_digest(expected, signature) for signature in given)


def keep(event, body):
    """Keeps an event under its id; False when it is there already. In your service: an insert into a table whose id is unique."""
    if not re.fullmatch(r"evt_[0-9a-z]+", event["id"]):
        raise ValueError("This is no id of an event")
    draft = os.path.join(FOLDER, f"{uuid.uuid4()}.tmp")
    with open(draft, "wb") as file:
        file.write(body)
    try:
        os.link(draft, os.path.join(FOLDER, event["id"] + ".json"))
        return True
    except FileExistsError:
        return False
    finally:
        os.unlink(draft)


def handle_all():
    """What takes its time comes here, after the answer."""
    while True:
        event = work.get()
        print(f"new {event['event']} {event['id']}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > LONGEST_BODY:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_signed(self.headers.get("Quoin-Signature", ""), body):
            return self.answer(400, b"wrong signature")
        try:
            event = json.loads(body)
            is_new = keep(event, body)
        except Exception as error:
            self.log_error("%r", error)
            return self.answer(500)  # Not kept, so it must come again.
        self.answer(200)
        if is_new:
            work.put(event)

    def answer(self, status, text=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_request(self, *_):
        pass


threading.Thread(target=handle_all, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
