#!/usr/bin/env bash
# stripe-node: the same field of the same price is a Decimal object from the API and a text from a webhook.
#
# Version: stripe 23.1.0.
# Source: npm. Format: Stripe's unit_amount_decimal, a decimal number as a JSON text ("1250.5").
# Good guess: a text, as the JSON says and as it was for years; or, if the client has a type for decimals, that type
#   wherever the client has parsed the object.
# Seen: prices.retrieve gives an object of the client's class: typeof is "object", === "1250.5" is false, JSON.stringify
#   makes the text of it again. webhooks.constructEvent gives the plain text for the same price. A log shows the same.
# Who cares: anyone who compares or stores prices from both ways: an equality that held in a test with webhooks fails with the
#   API. The type in TypeScript is Decimal for both, so a method call on the webhook's price passes the compiler and fails.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts stripe@23.1.0

cat > read.cjs <<'JS'
const http = require("node:http");
const Stripe = require("stripe");
const price = { id: "price_1", object: "price", unit_amount: null, unit_amount_decimal: "1250.5" };
const server = http.createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(price));
});
server.listen(0, "127.0.0.1", async () => {
  const stripe = new Stripe("sk_test_1", { host: "127.0.0.1", port: server.address().port, protocol: "http" });
  const payload = JSON.stringify({ id: "evt_1", object: "event", type: "price.updated", data: { object: price } });
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_1" });
  const ways = {
    "the API": await stripe.prices.retrieve("price_1"),
    "a webhook": stripe.webhooks.constructEvent(payload, header, "whsec_1").data.object,
  };
  for (const [way, { unit_amount_decimal: amount }] of Object.entries(ways))
    console.log(`${way}: typeof ${typeof amount}, === "1250.5" ${amount === "1250.5"}, JSON ${JSON.stringify(amount)}`);
  server.close();
  server.closeAllConnections();
});
JS
seen=$(node read.cjs)
expected='the API: typeof object, === "1250.5" false, JSON "1250.5"
a webhook: typeof string, === "1250.5" true, JSON "1250.5"'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
