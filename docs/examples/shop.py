# CARTWRIGHT_URL=… CARTWRIGHT_KEY=… CARTWRIGHT_STORE=… python3 shop.py   (the key is for the purpose “Report orders”)
import base64, hashlib, hmac, json, os, time
from datetime import datetime, timezone
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

services = os.environ["CARTWRIGHT_URL"] + "/services"

def call(path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["CARTWRIGHT_KEY"], "Content-Type": "application/json"}
    request = Request(services + path, body and json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=5) as response:
            answer = json.load(response)
    except HTTPError as error:
        raise RuntimeError(f"{path} answered {error.code}: {error.read().decode()}") from None
    # A report is answered with 200 even if a part of it is rejected.
    if answer.get("rejected"):
        raise RuntimeError(f"{path} rejected a report: {json.dumps(answer['data'])}")
    return answer

# The offers for a cart, and the currency of the store.
query = urlencode({"visitor_id": "visitor_1", "cart": "prod_dripper", "placement": "cart"})
answer = call("/checkout/storefront/v1/offers?" + query)
print("offers", len(answer["offers"]))

# An order of 24.90, and for affiliates in cents with the cw_click that the shop kept.
id = os.environ.get("ORDER_ID", "order_python")
now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
placed = {"type": "order.placed", "occurred_at": now, "currency": answer["currency"]}
event = {**placed, "id": "placed_" + id, "order_id": id, "platform_order_id": id, "total": 24.9}
accepted = call("/checkout/storefront/v1/events", {"events": [event]})["accepted"]
sale = {**placed, "external_id": id, "subtotal": 2490, "total": 2490, "click_id": os.environ["CLICK_ID"]}
outcome = call("/affiliate/storefront/v1/orders", {"orders": [sale]})["data"][0]
print("order", accepted, "affiliate", outcome.get("affiliate_id"))

# The price of an accepted offer, from its ticket, which is then redeemed with the order.
def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))

def ticket(signed):
    head, body, signature = signed.split(".")
    header, claims = json.loads(decode(head)), json.loads(decode(body))
    # Keep the keys, and ask again if a ticket names another one, at most once a minute.
    keys = {key["kid"]: key["x"] for key in call("/checkout/.well-known/jwks.json")["keys"]}
    if header["alg"] != "EdDSA" or header["typ"] != "cartwright-ticket+jwt" or header["kid"] not in keys:
        raise ValueError("The ticket is forged.")
    # Without the package cryptography, trust the price only once the ticket is redeemed, which verifies it.
    if Ed25519PublicKey:
        Ed25519PublicKey.from_public_bytes(decode(keys[header["kid"]])).verify(decode(signature), f"{head}.{body}".encode())
    mode = "live" if os.environ["CARTWRIGHT_KEY"].startswith("live_") else "sandbox"
    if claims["aud"] != os.environ["CARTWRIGHT_STORE"] or claims["mode"] != mode or claims["exp"] < time.time():
        raise ValueError("The ticket is for another store or has expired.")
    return claims

accepted = ticket(os.environ["TICKET"])
sold = {"order_id": id, "platform_order_id": id, "charged": accepted["price"], "ticket": os.environ["TICKET"]}
redeemed = call(f"/checkout/storefront/v1/tickets/{accepted['jti']}/redeem", sold)
print("ticket", accepted["price"], "charged", redeemed["charged"])

# A webhook, with the bytes of its body as they arrived.
def verify(body, headers, secret, tolerance=300):
    if abs(time.time() - int(headers["webhook-timestamp"])) > tolerance:
        raise ValueError("The webhook is too old.")
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split(" ")):
        raise ValueError("The signature is wrong.")
    return json.loads(body)

headers = json.loads(os.environ["WEBHOOK_HEADERS"])
print("webhook", verify(os.environb[b"WEBHOOK_BODY"], headers, os.environ["WEBHOOK_SECRET"])["type"])
