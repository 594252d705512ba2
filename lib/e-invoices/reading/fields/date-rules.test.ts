import { expect, test } from "vitest";
import { formattedDate, isoDate } from "./date-rules";

test.each([
  ["2016-04-04", "2016-04-04"],
  ["2016-04-04+01:00", "2016-04-04"],
  ["2016-04-04Z", "2016-04-04"],
  ["2013-06-03T00:00:00", "2013-06-03"],
  [" 2024-02-29 ", "2024-02-29"],
])("%s is the day %s", (text, day) => {
  expect(isoDate(text)).toEqual({ day });
});

test.each(["2023-02-29", "2016-13-01", "04.04.2016", "2016-4-4", "0000-01-01", "2016-04-04x"])(
  "%s is no day",
  (text) => {
    expect(isoDate(text)).toEqual({ problem: "date_malformed" });
  },
);

test.each([
  ["20180806", "102", { day: "2018-08-06" }],
  ["20180806", undefined, { day: "2018-08-06" }],
  ["201808061230", "203", { day: "2018-08-06" }],
  ["2018-08-06", "102", { day: "2018-08-06" }],
  ["201802", "610", { day: "2018-02-28", problem: "date_is_period" }],
  ["202601", "616", { day: "2026-01-04", problem: "date_is_period" }],
  ["202653", "616", { day: "2027-01-03", problem: "date_is_period" }],
  ["20180230", "102", { problem: "date_malformed" }],
  ["201813", "610", { problem: "date_malformed" }],
  ["201800", "616", { problem: "date_malformed" }],
  ["06.08.2018", "102", { problem: "date_malformed" }],
])("%s in format %s is %o", (text, format, date) => {
  expect(formattedDate(text, format)).toEqual(date);
});
