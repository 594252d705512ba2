import { expect, test } from "vitest";
import { schedules } from "./catalogue";

test.each(schedules.map(({ job, cron }) => [job.name, cron]))(
  "%s (%s) is due on every day it is meant for",
  (_name, cron) => {
    const [, hours = ""] = cron.split(" ");
    // Between two and three a night in March has no time, and one in October has it twice.
    expect(hours.split(",")).not.toContain("2");
  },
);

test("what a night brings is made up for where nobody was there", () => {
  const nights = schedules.filter(({ cron }) => /^\d+ \d+ \* \* \*$/.test(cron));
  expect(nights).toHaveLength(2);
  for (const night of nights) expect(night).toMatchObject({ missed: "once" });
});
