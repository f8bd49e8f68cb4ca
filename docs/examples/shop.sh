#!/bin/bash
# CARTWRIGHT_URL=… CARTWRIGHT_KEY=… bash shop.sh   (the key is for the purpose “Report orders”; needs curl and openssl)
set -euo pipefail

call() {
  local answer
  answer=$(curl --silent --show-error --fail-with-body --max-time 5 "$CARTWRIGHT_URL/services$1" \
    -H "Authorization: Bearer $CARTWRIGHT_KEY" -H "Content-Type: application/json" "${@:2}") ||
    { echo "$1 failed: $answer" >&2; return 1; }
  # A report is answered with 200 even if a part of it is rejected.
  if grep -q '"status":"rejected"' <<<"$answer"; then
    echo "$1 rejected a report: $answer" >&2
    return 1
  fi
  echo "$answer"
}

# The offers for a cart, and the currency of the store.
offers=$(call "/checkout/storefront/v1/offers?visitor_id=visitor_1&cart=prod_dripper&placement=cart")
currency=$(grep -o '"currency":"[^"]*' <<<"$offers" | cut -d '"' -f 4)
echo "offers $(grep -o '"final_price"' <<<"$offers" | wc -l | tr -d ' ')"

# An order of 24.90, and for affiliates in cents with the cw_click that the shop kept.
id=${ORDER_ID:-order_curl}
placed="\"type\": \"order.placed\", \"occurred_at\": \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\", \"currency\": \"$currency\""
event="{ $placed, \"id\": \"placed_$id\", \"order_id\": \"$id\", \"platform_order_id\": \"$id\", \"total\": 24.9 }"
told=$(call /checkout/storefront/v1/events -d "{ \"events\": [$event] }")
accepted=$(grep -o '"accepted":[0-9]*' <<<"$told" | cut -d : -f 2)
sale="{ $placed, \"external_id\": \"$id\", \"subtotal\": 2490, \"total\": 2490, \"click_id\": \"$CLICK_ID\" }"
outcome=$(call /affiliate/storefront/v1/orders -d "{ \"orders\": [$sale] }")
echo "order $accepted affiliate $(grep -o '"affiliate_id":"[^"]*' <<<"$outcome" | cut -d '"' -f 4)"

# The price of an accepted offer, from its ticket, which redeeming verifies.
claims=$(cut -d . -f 2 <<<"$TICKET" | tr -d '\n' | tr -- '-_' '+/')
while [ $((${#claims} % 4)) -ne 0 ]; do claims+="="; done
ticket=$(openssl base64 -d -A <<<"$claims" | grep -o '"jti":"[^"]*' | cut -d '"' -f 4)
sold="{ \"order_id\": \"$id\", \"platform_order_id\": \"$id\", \"ticket\": \"$TICKET\" }"
redeemed=$(call "/checkout/storefront/v1/tickets/$ticket/redeem" -d "$sold")
amount() { grep -o "\"$1\":[0-9.]*" <<<"$redeemed" | cut -d : -f 2; }
echo "ticket $(amount price) charged $(amount charged)"

# A webhook, with the bytes of its body as they arrived.
header() { grep -o "\"$1\":\"[^\"]*" <<<"$WEBHOOK_HEADERS" | cut -d '"' -f 4; }
age=$(($(date +%s) - $(header webhook-timestamp)))
[ "${age#-}" -le 300 ] || { echo "The webhook is too old." >&2; exit 1; }
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$(printf %s "$(header webhook-id).$(header webhook-timestamp).$WEBHOOK_BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
[[ " $(header webhook-signature) " == *" v1,$expected "* ]] || { echo "The signature is wrong." >&2; exit 1; }
echo "webhook $(grep -o '"type":"[^"]*' <<<"$WEBHOOK_BODY" | cut -d '"' -f 4)"
