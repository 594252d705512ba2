import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { readDatevAccounts } from "./data";

export interface DatevAccount {
  companyName: string;
  /** Months with files, newest first. */
  months: string[];
}

/** Returns this person's accounts that use DATEV, with the months that have files. */
export const loadOtherAccounts = cache(async (): Promise<DatevAccount[]> => {
  const { userId } = await pageSession();
  const accounts = await readDatevAccounts(userId);
  return accounts.map(({ companyName, batches }) => ({
    companyName,
    months: [...new Set(batches.map(({ month }) => month))].sort().reverse(),
  }));
});
