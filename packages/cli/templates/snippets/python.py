import datetime
import json
import os
import sys
import threading
import urllib.error
import urllib.request

# In the head of every page.
SCRIPT_TAG = '<script async src="https://svc.example.com/js/svc-tracker.js" data-svc-program-id="424242"></script>'

# In development and staging: nothing earns a commission.
TEST = {"additional_data": {"test_mode": True}} if os.environ.get("SVC_TEST_MODE") == "true" else {}

# Refusals after which nothing is left to do.
SETTLED = {"sale_duplicate", "status_not_visitor", "sale_no_relationship"}

# Events to repeat every few minutes. A restart loses them: keep them in your database or job queue if you have one.
unreported = []


def post(path, event):
    """Sends an event; gives the status (0: no response), the error code and the body."""
    request = urllib.request.Request(
        os.environ["SVC_BASE_URL"] + path,
        data=json.dumps(event).encode(),
        headers={"Authorization": "Bearer " + os.environ["SVC_API_KEY"], "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=3) as response:
            return response.status, None, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("svc-error-code"), error.read().decode()
    except OSError as error:
        return 0, None, str(error)


def send(path, event):
    status, code, body = post(path, event)
    if status == 200 or code in SETTLED:
        return
    print("svc", path, status, code, body, file=sys.stderr)
    if status in (0, 429) or status >= 500:
        unreported.append((path, event))


def report(path, event):
    """Reports in the background: no sign-up, payment or refund waits for it. The time is read now, however late it arrives."""
    event.setdefault("occurred_at", datetime.datetime.now(datetime.timezone.utc).isoformat())
    threading.Thread(target=send, args=(path, event)).start()


def repeat():
    """Call this every few minutes."""
    for path, event in [unreported.pop() for _ in range(len(unreported))]:
        send(path, event)


def on_signup(user_id, email, click_id):
    """`click_id`: the cookie `svc_click_id` of the request, or None."""
    report("/api/v1/track/lead", {"customer_key": user_id, "email": email, "click_id": click_id, **TEST})


def on_payment(user_id, invoice_id, amount_cents, click_id=None):
    """For each payment, renewals too, with the id of its own invoice."""
    sale = {"transaction_id": invoice_id, "customer_key": user_id, "amount_cents": amount_cents, "click_id": click_id}
    report("/api/v1/track/sale", {**sale, **TEST})


def on_refund(invoice_id, amount_cents=None, refund_id=None):
    """Without an amount, all that is left of the sale. A part needs an id of its own, so that repeating it changes nothing."""
    report("/api/v1/track/refund", {"transaction_id": invoice_id, "amount_cents": amount_cents, "refund_id": refund_id})
