// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

const MUTATIONS = "lib/payouts/record/mutations.ts";

/** Payouts that are archived and booked once. */
export const ofBookingsStored: Weakening[] = [
  {
    name: "a payout from before the supplier joined is booked",
    file: "lib/payouts/record/provider.ts",
    search: "  if (!isInEuros(payout) || (accountSince && payout.createdAt < accountSince)) return;",
    replace: "  if (!isInEuros(payout)) return;",
    noticedBy: {
      tier: "contract",
      file: "lib/connections/account/change.contract.test.ts",
      test: "a payout from before an account was connected is not archived, a later one is",
    },
  },
  {
    name: "a payout in a file for DATEV is booked by hand as well",
    file: MUTATIONS,
    search: '    if (payout.datevBatchId) throw new AppError("payout_in_file");\n',
    replace: "",
    noticedBy: {
      tier: "contract",
      file: "lib/datev/batch/handing-over.contract.test.ts",
      test: "become one file, each payout once; later payouts go into another file",
    },
  },
  {
    name: "a run whose turn another one has taken continues to book",
    file: "lib/payouts/booking/lease-mutations.ts",
    search: "    WHERE customer_id = ${customerId} AND run_id = ${runId}`;",
    replace: "    WHERE customer_id = ${customerId}`;",
    noticedBy: {
      tier: "db",
      file: "lib/payouts/booking/lease-mutations.db.test.ts",
      test: "a run that wakes up after another run took the lease may not call any more and leaves that lease",
    },
  },
  {
    name: "the nightly comparison ignores documents that are no longer listed",
    file: "lib/comparisons/document/mutations.ts",
    search: "  if (toldUntil) return;\n",
    replace: "  if (toldUntil !== undefined) return;\n",
    noticedBy: {
      tier: "contract",
      file: "lib/comparisons/document/mutations.contract.test.ts",
      test: "stores one difference for each change that no event reported, and applies the change",
    },
  },
];
