#!/usr/bin/env bash
# QuantLib's calendar "French settlement" has Ascension Day on 10 May and Whit Monday on 21 May, in each year.
#
# Version: libquantlib0v5 and quantlib-python 1.29 (Debian 12).
# Source: Debian. Calendar: Ascension Day is 39 days after Easter, Whit Monday 50. Both are public holidays in France: 14 and
#   25 May in 2026, 6 and 17 May in 2027.
# Good guess: France() closes on both, as it moves Easter Monday and as the calendars of Switzerland and Norway do.
# Seen: the dates of 2018 for all years. Of 2019 to 2028, no Whit Monday is closed, and Ascension Day in 2020 alone, when it was on
#   21 May. Closed instead are the working days among 10 and 21 May, as Thursday 21 May 2026. Germany's and TARGET are right.
# Who cares: anyone who computes business days for French customers or rates: a test with 2018 passes, and two days each spring
#   are wrong afterwards. For debits the calendar that counts is TARGET, which has neither holiday.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install quantlib-python=1.29-* libquantlib0v5=1.29-* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

cat > days.py <<'PY'
from datetime import date, timedelta
from QuantLib import Date, Days, France, Norway, Switzerland

EASTER = [date(2018, 4, 1), date(2020, 4, 12), date(2026, 4, 5), date(2027, 3, 28), date(2028, 4, 16)]


def says(calendar, day):
    state = "closed" if calendar.isHoliday(Date(day.day, day.month, day.year)) else "open"
    return f"{day:%a %d %B} {state}"


for easter in EASTER:
    days = [easter + timedelta(after) for after in (1, 39, 50)] + [date(easter.year, 5, 10), date(easter.year, 5, 21)]
    print(f"{easter.year}: {', '.join(says(France(), day) for day in days)}")
for calendar in (Switzerland(), Norway()):
    print(f"{calendar.name()} 2026: {says(calendar, date(2026, 5, 14))}, {says(calendar, date(2026, 5, 25))}")
print(f"{France().name()}: the business day after 20 May 2026 is {France().advance(Date(20, 5, 2026), 1, Days).ISO()}")
PY
seen=$(PYTHONPATH=root/usr/lib/python3/dist-packages LD_LIBRARY_PATH=root/usr/lib:$(echo root/usr/lib/*-linux-gnu) python3 days.py)
expected="2018: Mon 02 April closed, Thu 10 May closed, Mon 21 May closed, Thu 10 May closed, Mon 21 May closed
2020: Mon 13 April closed, Thu 21 May closed, Mon 01 June open, Sun 10 May closed, Thu 21 May closed
2026: Mon 06 April closed, Thu 14 May open, Mon 25 May open, Sun 10 May closed, Thu 21 May closed
2027: Mon 29 March closed, Thu 06 May open, Mon 17 May open, Mon 10 May closed, Fri 21 May closed
2028: Mon 17 April closed, Thu 25 May open, Mon 05 June open, Wed 10 May closed, Sun 21 May closed
Switzerland 2026: Thu 14 May closed, Mon 25 May closed
Norway 2026: Thu 14 May closed, Mon 25 May closed
French settlement: the business day after 20 May 2026 is 2026-05-22"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
