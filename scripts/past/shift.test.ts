import { expect, test } from "vitest";
import { shiftDates } from "./shift";

const weeks = (text: string, count: number) => shiftDates(text, 7 * count);

test("Calendar dates, German dates and dates inside keys move by whole days", () => {
  expect(weeks('{"due":"2026-11-30","key":"digest:cus_1:usr_1:2026-11-29"}', 1)).toBe(
    '{"due":"2026-12-07","key":"digest:cus_1:usr_1:2026-12-06"}',
  );
  expect(weeks('"Lastschriften am 28.12.2026"', 1)).toBe('"Lastschriften am 04.01.2027"');
});

test("An instant keeps its German time of day where summer time begins", () => {
  // 9:30 in winter is 8:30 UTC, in summer 7:30 UTC.
  expect(weeks('"2027-03-22T08:30:00.123Z"', 1)).toBe('"2027-03-29T07:30:00.123Z"');
  expect(weeks('"2027-03-22T08:30:00+00:00"', 1)).toBe('"2027-03-29T07:30:00+00:00"');
  expect(weeks('"2027-03-22T00:00:00.000+01:00"', 1)).toBe('"2027-03-29T00:00:00.000+02:00"');
});

test("A German midnight stays on its date where summer time ends", () => {
  expect(weeks('"2026-10-19T00:00:00.000+02:00"', 2)).toBe('"2026-11-02T00:00:00.000+01:00"');
  expect(weeks('"2026-10-18T22:00:00.000Z"', 2)).toBe('"2026-11-01T23:00:00.000Z"');
});

test("Unix seconds move, and amounts do not", () => {
  expect(shiftDates('{"created":1795000000,"amount":29750}', 1)).toBe('{"created":1795086400,"amount":29750}');
});

test("Numbers, ids and versions that look like dates stay", () => {
  const text = '{"number":"RE-2026-11-30-x","id":"col_2026-11-30"}';
  expect(weeks(text, 3)).toBe(text);
});

test("Nothing changes on the day of the recording", () => {
  expect(shiftDates('"2026-11-30T08:30:00.123Z"', 0)).toBe('"2026-11-30T08:30:00.123Z"');
});
