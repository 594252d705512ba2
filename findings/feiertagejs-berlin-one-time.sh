#!/usr/bin/env bash
# feiertagejs knows the holiday that all of Germany had once (31 October 2017), but none of those that Berlin has once.
#
# Version: feiertagejs 1.5.1; for comparison date-holidays 3.37.0.
# Source: npm. Data: Berlin's law on Sundays and holidays, which names single days: 8 May 2020, 8 May 2025 and 17 June 2028.
# Good guess: a package for German holidays by state, with releases in 2025 and 2026, knows at least the two days that have passed, as it
#   knows the single day of 2017.
# Seen: all three are working days. Everything else that was tried is right: the new yearly holidays in Berlin (2019),
#   Mecklenburg-Vorpommern (2023) and Thuringia (2019).
# Who cares: anyone who computes the last day of a period by it: one that ends on such a day ends a day later (§ 193 BGB), so a
#   reminder goes out too early.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts feiertagejs@1.5.1 date-holidays@3.37.0

cat > check.cjs <<'JS'
const { isHoliday } = require("feiertagejs");
const Holidays = require("date-holidays");
const days = ["2017-10-31 BE", "2020-05-08 BE", "2025-05-08 BE", "2028-06-17 BE", "2019-03-08 BE", "2023-03-08 MV", "2019-09-20 TH"];
for (const text of days) {
  const [day, state] = text.split(" ");
  const [year, month, date] = day.split("-").map(Number);
  const other = new Holidays("DE", state).isHoliday(new Date(`${day} 12:00`));
  const isPublic = other !== false && other.some(({ type }) => type === "public");
  console.log(`${text}: feiertagejs ${isHoliday(new Date(year, month - 1, date), state)}, date-holidays ${isPublic}`);
}
JS
seen=$(TZ=Europe/Berlin node check.cjs 2>check.log) || { cat check.log; exit 2; }
expected='2017-10-31 BE: feiertagejs true, date-holidays true
2020-05-08 BE: feiertagejs false, date-holidays true
2025-05-08 BE: feiertagejs false, date-holidays true
2028-06-17 BE: feiertagejs false, date-holidays true
2019-03-08 BE: feiertagejs true, date-holidays true
2023-03-08 MV: feiertagejs true, date-holidays true
2019-09-20 TH: feiertagejs true, date-holidays true'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
