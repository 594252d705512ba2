#!/usr/bin/env bash
# gocardless-api throws away the cursor of a list, so the second page cannot be asked for, and puts its own headers over yours.
#
# Version: gocardless-api 0.2.0.
# Source: npm. Format: GoCardless API: a list answers with the items and meta.cursors; "after" asks for the next page of at most
#   500, 50 without a limit. Header GoCardless-Version.
# Good guess: the documentation shows the answer of a list with meta and cursors, passes "after" in the same example, and says
#   that the two headers it sets can be overridden.
# Seen: the promise resolves with the bare array; meta is nowhere, nor is the number of items per page. A GoCardless-Version of
#   the caller is replaced by the package's own, while other headers stay.
# Who cares: anyone who lists events, mandates or payments with it: 50 items look like all items, and a sync that asks for more has
#   no cursor to ask with (the id of the last item does as "after", as the API allows).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts gocardless-api@0.2.0

cat > list.cjs <<'JS'
const needle = require("needle");
needle.request = (method, url, data, { headers }, done) => {
  const { "GoCardless-Version": version, "Idempotency-Key": key } = headers;
  console.log(`asked for: ${url.replace(/^.*\//, "")}, version ${version}, key ${key}`);
  const answer = { meta: { cursors: { before: null, after: "MD0002" }, limit: 2 },
    mandates: [{ id: "MD0001" }, { id: "MD0002" }] };
  done(null, { statusCode: 200, body: answer });
};
const GoCardless = require("gocardless-api");
const headers = { "GoCardless-Version": "2026-01-01", "Idempotency-Key": "RE-47-1" };
new GoCardless("sandbox_example").request({ method: "GET", resource: "mandates", query: { limit: 2 }, options: { headers } })
  .then((answer) => console.log(`answer: ${JSON.stringify(answer)}, meta: ${answer.meta}`));
JS
seen=$(node list.cjs)
expected='asked for: mandates?limit=2, version 2015-07-06, key RE-47-1
answer: [{"id":"MD0001"},{"id":"MD0002"}], meta: undefined'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
