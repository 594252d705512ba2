import { expect, test, vi } from "vitest";
import { currentTimeline, databaseEpoch, noteTimeline, onNewEpoch } from "./timeline";

test("a new epoch begins with each change of the timeline, and not with the first connection or an unknown timeline", () => {
  const listener = vi.fn();
  onNewEpoch(listener);
  noteTimeline(undefined);
  for (const timeline of [3, 3, undefined, 3]) noteTimeline(timeline);
  expect(databaseEpoch()).toEqual({ number: 0 });
  expect(listener).not.toHaveBeenCalled();

  noteTimeline(4);
  expect(databaseEpoch()).toEqual({ number: 1, since: expect.any(Date) });
  // A backup of an earlier server starts with a lower one.
  for (const timeline of [1, 1]) noteTimeline(timeline);
  expect(databaseEpoch()).toMatchObject({ number: 2 });
  expect(currentTimeline()).toBe(1);
  expect(listener).toHaveBeenCalledTimes(2);
});
