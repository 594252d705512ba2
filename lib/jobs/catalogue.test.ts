import { expect, test } from "vitest";
import { schedules } from "./catalogue";

test.each(schedules.map(({ job, cron }) => [job.name, cron]))(
  "%s (%s) is not due in the hour that a change of clocks skips or repeats",
  (_name, cron) => {
    const [, hours = ""] = cron.split(" ");
    // The hour between two and three does not exist in one night of March, and comes twice in one of October.
    expect(hours.split(",")).not.toContain("2");
  },
);

test("nightly jobs are run later if no worker was there", () => {
  const nights = schedules.filter(({ cron }) => /^\d+ \d+ \* \* \*$/.test(cron));
  expect(nights).toHaveLength(2);
  for (const night of nights) expect(night).toMatchObject({ missed: "once" });
});
