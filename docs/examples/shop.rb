# CARTWRIGHT_URL=… CARTWRIGHT_KEY=… CARTWRIGHT_STORE=… ruby shop.rb   (the key is for the purpose “Report orders”)
require "json"
require "net/http"
require "openssl"
require "time"

def call(path, body = nil)
  uri = URI("#{ENV["CARTWRIGHT_URL"]}/services#{path}")
  request = (body ? Net::HTTP::Post : Net::HTTP::Get).new(uri)
  request["Authorization"] = "Bearer #{ENV["CARTWRIGHT_KEY"]}"
  request["Content-Type"] = "application/json"
  request.body = JSON.generate(body) if body
  options = { use_ssl: uri.scheme == "https", open_timeout: 5, read_timeout: 5 }
  response = Net::HTTP.start(uri.host, uri.port, **options) { |http| http.request(request) }
  raise "#{path} answered #{response.code}: #{response.body}" unless response.is_a?(Net::HTTPSuccess)
  answer = JSON.parse(response.body)
  # A report is answered with 200 even if a part of it is rejected.
  raise "#{path} rejected a report: #{JSON.generate(answer["data"])}" if answer["rejected"].to_i > 0
  answer
end

# The offers for a cart, and the currency of the store.
query = URI.encode_www_form(visitor_id: "visitor_1", cart: "prod_dripper", placement: "cart")
answer = call("/checkout/storefront/v1/offers?#{query}")
puts "offers #{answer["offers"].length}"

# An order of 24.90, and for affiliates in cents with the cw_click that the shop kept.
id = ENV.fetch("ORDER_ID", "order_ruby")
placed = { type: "order.placed", occurred_at: Time.now.utc.iso8601, currency: answer["currency"] }
event = { **placed, id: "placed_#{id}", order_id: id, platform_order_id: id, total: 24.9 }
accepted = call("/checkout/storefront/v1/events", { events: [event] })["accepted"]
sale = { **placed, external_id: id, subtotal: 2490, total: 2490, click_id: ENV["CLICK_ID"] }
outcome = call("/affiliate/storefront/v1/orders", { orders: [sale] })["data"][0]
puts "order #{accepted} affiliate #{outcome["affiliate_id"]}"

# The price of an accepted offer, from its ticket, which is then redeemed with the order.
def decode(part) = part.tr("-_", "+/").unpack1("m")

def ticket(signed)
  head, body, signature = signed.split(".")
  header, claims = [head, body].map { |part| JSON.parse(decode(part)) }
  # Keep the keys, and ask again if a ticket names another one, at most once a minute.
  keys = call("/checkout/.well-known/jwks.json")["keys"].to_h { |key| [key["kid"], key["x"]] }
  known = header["alg"] == "EdDSA" && header["typ"] == "cartwright-ticket+jwt" && keys.key?(header["kid"])
  raise "The ticket is forged." unless known
  # The fixed start of an Ed25519 key, before its 32 bytes.
  key = OpenSSL::PKey.read(["302a300506032b6570032100"].pack("H*") + decode(keys[header["kid"]]))
  raise "The ticket is forged." unless key.verify(nil, decode(signature.to_s), "#{head}.#{body}")
  mode = ENV["CARTWRIGHT_KEY"].start_with?("live_") ? "live" : "sandbox"
  here = claims["aud"] == ENV["CARTWRIGHT_STORE"] && claims["mode"] == mode
  raise "The ticket is for another store or has expired." if !here || claims["exp"] < Time.now.to_i
  claims
end

accepted = ticket(ENV["TICKET"])
sold = { order_id: id, platform_order_id: id, charged: accepted["price"] }
redeemed = call("/checkout/storefront/v1/tickets/#{accepted["jti"]}/redeem", sold)
puts "ticket #{accepted["price"]} charged #{redeemed["charged"]}"

# A webhook, with the bytes of its body as they arrived.
def verify(body, headers, secret, tolerance = 300)
  raise "The webhook is too old." if (Time.now.to_i - headers["webhook-timestamp"].to_i).abs > tolerance
  signed = "#{headers["webhook-id"]}.#{headers["webhook-timestamp"]}.#{body}"
  key = secret.delete_prefix("whsec_").unpack1("m")
  expected = "v1,#{[OpenSSL::HMAC.digest("SHA256", key, signed)].pack("m0")}"
  known = headers["webhook-signature"].split.any? { |each| OpenSSL.secure_compare(expected, each) }
  raise "The signature is wrong." unless known
  JSON.parse(body)
end

headers = JSON.parse(ENV["WEBHOOK_HEADERS"])
puts "webhook #{verify(ENV["WEBHOOK_BODY"], headers, ENV["WEBHOOK_SECRET"])["type"]}"
