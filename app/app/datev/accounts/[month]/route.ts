import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { readMonthOfAll } from "@/lib/datev/account/data";
import { isMonth } from "@/lib/datev/batch/rules";
import { download } from "@/lib/http/body/download";

/** Returns the files of a month for all accounts of a person, as one archive. */
export const GET = download<{ month: string }>(async ({ userId, params: { month } }) => {
  if (!isMonth(month)) throw new AppError("not_found");
  return await readMonthOfAll(userId, month, now());
});
