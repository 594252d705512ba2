import { cache } from "react";
import { pageSession } from "@/lib/customers/loaders";
import { readDatevAccounts } from "./account-data";

export interface DatevAccount {
  companyName: string;
  /** Months of which there are files, the newest first. */
  months: string[];
}

/** The accounts of this person that keep their books in DATEV, with the months they have files of. */
export const loadOtherAccounts = cache(async (): Promise<DatevAccount[]> => {
  const { userId } = await pageSession();
  const accounts = await readDatevAccounts(userId);
  return accounts.map(({ companyName, batches }) => ({
    companyName,
    months: [...new Set(batches.map(({ month }) => month))].sort().reverse(),
  }));
});
