#!/usr/bin/env bash
# luxon-business-days keeps holidays of the USA from the start, and setting them for one date sets them for all dates.
#
# Version: luxon-business-days 3.0.1, luxon 3.7.2.
# Source: npm. Format: TARGET days: SEPA debits are due on any weekday but 1 January, Good Friday, Easter Monday, 1 May, 25
#   and 26 December.
# Good guess: a package without a country in its name skips Saturdays and Sundays, and holidays only if some are given;
#   date.setupBusiness(…), a method of one date, is about that date.
# Seen: the days off of a parcel carrier in the USA are set from the start. One business day after Friday 4 September 2026 is
#   Tuesday (Labor Day), after 25 November it is the 27th (Thanksgiving), while Good Friday and 1 May, which TARGET keeps, are
#   business days. setupBusiness on one date of 2020 changes the answers for every other date of the process.
# Who cares: anyone who computes due dates in Europe with it: right on all but a few days a year. And a service for two
#   countries: the calendar set last answers for both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts luxon-business-days@3.0.1 luxon@3.7.2

cat > read.cjs <<'JS'
const { DateTime } = require("luxon-business-days");
const days = ["2026-04-02", "2026-04-30", "2026-09-04", "2026-11-25"];
const next = () => days.map((day) => DateTime.fromISO(day).plusBusiness({ days: 1 }).toISODate()).join(" ");
console.log(`a day:             ${days.join(" ")}`);
console.log(`one day later:     ${next()}`);
DateTime.fromISO("2020-02-03").setupBusiness({ holidayMatchers: [] });
console.log(`after setting one: ${next()}`);
JS
seen=$(TZ=Europe/Berlin node read.cjs)
expected="a day:             2026-04-02 2026-04-30 2026-09-04 2026-11-25
one day later:     2026-04-03 2026-05-01 2026-09-08 2026-11-27
after setting one: 2026-04-03 2026-05-01 2026-09-07 2026-11-26"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
