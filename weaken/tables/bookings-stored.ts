// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

const MUTATIONS = "lib/payouts/mutations.ts";

/** Payouts that are archived and booked once. */
export const ofBookingsStored: Weakening[] = [
  {
    name: "a payout from before the supplier joined is booked",
    file: MUTATIONS,
    search: "  if (!isInEuros(payout) || (accountSince && payout.createdAt < accountSince)) return;",
    replace: "  if (!isInEuros(payout)) return;",
    noticedBy: {
      tier: "contract",
      file: "lib/connections/account-change.contract.test.ts",
      test: "a payout that was made before an account was ours stays out of the books, a later one does not",
    },
  },
  {
    name: "a payout in a file for DATEV is booked by hand as well",
    file: MUTATIONS,
    search: '    if (payout.datevBatchId) throw new AppError("payout_in_file");\n',
    replace: "",
    noticedBy: {
      tier: "contract",
      file: "lib/datev/handing-over.contract.test.ts",
      test: "become one file, each payout once; what comes later goes into another one",
    },
  },
  {
    name: "a run whose turn another one has taken continues to book",
    file: "lib/payouts/turn-mutations.ts",
    search: "    WHERE customer_id = ${customerId} AND run_id = ${runId}`;",
    replace: "    WHERE customer_id = ${customerId}`;",
    noticedBy: {
      tier: "db",
      file: "lib/payouts/turn-mutations.db.test.ts",
      test: "a run that wakes up in another's turn may not call any more, nor after it, and leaves that turn alone",
    },
  },
  {
    name: "the nightly comparison ignores documents that are no longer listed",
    file: "lib/comparisons/document-mutations.ts",
    search: "  if (toldUntil) return;\n",
    replace: "  if (toldUntil !== undefined) return;\n",
    noticedBy: {
      tier: "contract",
      file: "lib/comparisons/document-mutations.contract.test.ts",
      test: "writes down what no event has told, takes the books' word, and lists it once",
    },
  },
];
