import { expect, test } from "vitest";
import { secondsToWait } from "./rules";

const NOW = new Date("2026-09-15T10:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

test.each([
  ["just come: wait for more", 0, 0, undefined, 5],
  ["quiet for long enough", 5, 5, undefined, 0],
  ["more comes: wait on", 60, 1, undefined, 4],
  ["more and more comes: not for ever", 118, 0, undefined, 2],
  ["more and more comes: now", 121, 0, undefined, 0],
  ["told a minute ago: together with what comes until then", 30, 30, 60, 240],
  ["told long enough ago", 30, 30, 301, 0],
  ["a calendar that was set back", -86_400, -86_400, undefined, 300],
])("secondsToWait: %s", (_what, oldest, newest, secondsSinceLast, seconds) => {
  const times = { now: NOW, oldest: ago(oldest), newest: ago(newest), secondsSinceLast };
  expect(secondsToWait(times)).toBe(seconds);
});
