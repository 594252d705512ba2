// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

/** What one supplier could see or change of another. */
export const ofTenants: Weakening[] = [
  {
    name: "debits of two suppliers share an idempotency key",
    file: "lib/collections/intent-rules.ts",
    search: "  return `${customerId}:${named}:${amountCents}`;",
    replace: "  return `${customerId.slice(0, 4)}${named}:${amountCents}`;",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/intent-rules.test.ts",
      test: "another supplier, document, attempt or amount has another key, and the same the same",
    },
  },
];
