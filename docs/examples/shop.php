<?php
// CARTWRIGHT_URL=… CARTWRIGHT_KEY=… CARTWRIGHT_STORE=… php shop.php   (the key is for the purpose “Report orders”)
function call(string $path, ?array $body = null): array {
    $http = [
        'method' => $body === null ? 'GET' : 'POST',
        'header' => ['Authorization: Bearer ' . getenv('CARTWRIGHT_KEY'), 'Content-Type: application/json'],
        'content' => $body === null ? '' : json_encode($body),
        'timeout' => 5,
        'ignore_errors' => true,
    ];
    $text = file_get_contents(getenv('CARTWRIGHT_URL') . "/services$path", false, stream_context_create(['http' => $http]));
    $answer = $text === false ? null : json_decode($text, true);
    if (!isset($answer) || isset($answer['error'])) throw new RuntimeException("$path failed: $text");
    // A report is answered with 200 even if a part of it is rejected.
    if (!empty($answer['rejected'])) throw new RuntimeException("$path rejected a report: " . json_encode($answer['data']));
    return $answer;
}

// The offers for a cart, and the currency of the store.
$query = http_build_query(['visitor_id' => 'visitor_1', 'cart' => 'prod_dripper', 'placement' => 'cart']);
$answer = call("/checkout/storefront/v1/offers?$query");
echo 'offers ', count($answer['offers']), "\n";

// An order of 24.90, and for affiliates in cents with the cw_click that the shop kept.
$id = getenv('ORDER_ID') ?: 'order_php';
$placed = ['type' => 'order.placed', 'occurred_at' => gmdate('Y-m-d\TH:i:s\Z'), 'currency' => $answer['currency']];
$event = $placed + ['id' => "placed_$id", 'order_id' => $id, 'platform_order_id' => $id, 'total' => 24.9];
$accepted = call('/checkout/storefront/v1/events', ['events' => [$event]])['accepted'];
$sale = $placed + ['external_id' => $id, 'subtotal' => 2490, 'total' => 2490, 'click_id' => getenv('CLICK_ID')];
$outcome = call('/affiliate/storefront/v1/orders', ['orders' => [$sale]])['data'][0];
echo "order $accepted affiliate ", $outcome['affiliate_id'] ?? '', "\n";

// The price of an accepted offer, from its ticket, which is then redeemed with the order.
function ticket(string $signed): array {
    $decode = fn(string $part) => sodium_base642bin($part, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
    [$head, $body, $signature] = explode('.', $signed);
    [$header, $claims] = [json_decode($decode($head), true), json_decode($decode($body), true)];
    // Keep the keys, and ask again if a ticket names another one, at most once a minute.
    $keys = array_column(call('/checkout/.well-known/jwks.json')['keys'], 'x', 'kid');
    $isOurs = $header['alg'] === 'EdDSA' && $header['typ'] === 'cartwright-ticket+jwt' && isset($keys[$header['kid']])
        && sodium_crypto_sign_verify_detached($decode($signature), "$head.$body", $decode($keys[$header['kid']]));
    $mode = str_starts_with(getenv('CARTWRIGHT_KEY'), 'live_') ? 'live' : 'sandbox';
    $isHere = $isOurs && $claims['aud'] === getenv('CARTWRIGHT_STORE') && $claims['mode'] === $mode;
    if (!$isHere || $claims['exp'] < time()) throw new RuntimeException('The ticket is forged or has expired.');
    return $claims;
}

$ticket = ticket(getenv('TICKET'));
$sold = ['order_id' => $id, 'platform_order_id' => $id, 'charged' => $ticket['price']];
$redeemed = call("/checkout/storefront/v1/tickets/{$ticket['jti']}/redeem", $sold);
echo "ticket {$ticket['price']} charged {$redeemed['charged']}\n";

// A webhook, with the bytes of its body as they arrived.
function verify(string $body, array $headers, string $secret, int $tolerance = 300): array {
    if (abs(time() - (int) $headers['webhook-timestamp']) > $tolerance) throw new RuntimeException('The webhook is too old.');
    $signed = "{$headers['webhook-id']}.{$headers['webhook-timestamp']}.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, base64_decode(substr($secret, 6)), true));
    foreach (explode(' ', $headers['webhook-signature']) as $each) {
        if (hash_equals($expected, $each)) return json_decode($body, true);
    }
    throw new RuntimeException('The signature is wrong.');
}

$headers = json_decode(getenv('WEBHOOK_HEADERS'), true);
echo 'webhook ', verify(getenv('WEBHOOK_BODY'), $headers, getenv('WEBHOOK_SECRET'))['type'], "\n";
