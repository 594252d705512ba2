#!/usr/bin/env bash
# gocardless-nodejs makes an idempotency key for every POST and then never repeats a POST; a GET is sent three times.
#
# Version: gocardless-nodejs 10.1.2.
# Source: npm. Format: GoCardless API, header Idempotency-Key: the same key twice creates one payment.
# Good guess: the key is there so that the client can repeat a POST after a lost connection or a 5xx, as Stripe's client does;
#   an answer 502 of a proxy (HTML) is reported as 502.
# Seen: payments.create is sent once, on a lost connection, on 500 and on 429; payments.find is sent three times within about
#   three seconds. The key is random and new with each call: a caller who tries again sends another one, and gets a second
#   payment if the first call did arrive. An HTML answer with status 502 has the code 500 in the error.
# Who cares: anyone who creates payments: pass a key of your own, that can be computed again, and repeat the call yourself.
#   And anyone who counts errors by code: a proxy's 502 looks like a fault of GoCardless' own.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts gocardless-nodejs@10.1.2

cat > read.cjs <<'JS'
const http = require("node:http");
const { GoCardlessClient, Environments } = require("gocardless-nodejs");
let keys = [];
let answer;
const server = http.createServer((request, response) => {
  keys.push(request.headers["idempotency-key"]);
  request.resume().on("end", () => answer(request, response));
});
const problem = (status, type, reason) => (_request, response) => {
  response.writeHead(status, { "content-type": "application/json" });
  const errors = [{ reason, message: reason }];
  response.end(JSON.stringify({ error: { code: status, type, message: reason, request_id: "R1", errors } }));
};
const answers = {
  "lost connection": (request) => request.socket.destroy(),
  500: problem(500, "gocardless", "internal_server_error"),
  429: problem(429, "invalid_api_usage", "rate_limit_exceeded"),
  "502 in HTML": (_request, response) => response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
};
server.listen(0, "127.0.0.1", async () => {
  const client = new GoCardlessClient("token", Environments.Sandbox);
  client._api._baseUrl = `http://127.0.0.1:${server.address().port}`;
  const create = () => client.payments.create({ amount: 100, currency: "EUR", links: { mandate: "MD1" } });
  const find = () => client.payments.find("PM1");
  const run = async (what, call) => {
    keys = [];
    const error = await call().catch((thrown) => thrown);
    const key = keys[0] === undefined ? "" : `, a key made: ${/^[0-9a-f-]{36}$/.test(keys[0])}`;
    console.log(`${what}: sent ${keys.length}${key}, code ${error.code}`);
  };
  for (const name of ["lost connection", "500", "429", "502 in HTML"]) {
    answer = answers[name];
    await run(`create, ${name}`, create);
  }
  answer = answers[500];
  await run("find, 500", find);
  server.close();
  server.closeAllConnections();
});
JS
seen=$(node read.cjs)
expected="create, lost connection: sent 1, a key made: true, code ECONNRESET
create, 500: sent 1, a key made: true, code 500
create, 429: sent 1, a key made: true, code 429
create, 502 in HTML: sent 1, a key made: true, code 500
find, 500: sent 3, code 500"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
