import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { NOT_PAID_OUT, WITHOUT_MONEY } from "@/lib/statuses/collection-rules";

interface Named {
  id: string;
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** A contact with the contacts whose collections use one of its mandates. */
interface Sharing extends Named {
  mandates: { chosenBy: Named[] }[];
}

/**
 * Returns all contacts who are the same payer as one contact: the contact that gave the mandate, and every contact that
 * the supplier said is the same payer. The contact itself comes first. Nothing is guessed from names or addresses.
 *
 * @param giver the contact whose mandate it uses, if that is another one
 */
export function samePayer(contact: Sharing, giver: Sharing | null): Named[] {
  const givers = giver ? [contact, giver] : [contact];
  const found = [...givers, ...givers.flatMap(({ mandates }) => mandates.flatMap(({ chosenBy }) => chosenBy))];
  return found.filter((one, i) => found.findIndex(({ id }) => id === one.id) === i);
}

/** Collections of one year with the same state, added up by the database. */
export interface DebitSum {
  year: number;
  status: CollectionStatus;
  holdsInvoice: boolean;
  /** True if it failed or was charged back at some time, whatever followed. */
  wasReturned: boolean;
  count: number;
  cents: number;
}

export interface YearOfPayer {
  year: number;
  collected: { count: number; cents: number };
  returned: { count: number; cents: number };
}

export interface PayerFigures {
  /** Newest year first; years without received or returned money are omitted. */
  years: YearOfPayer[];
  collected: { count: number; cents: number };
  returned: { count: number; cents: number };
  onItsWay: { count: number; cents: number };
}

/** Money counts as collected from its confirmation on, as on the dashboard. */
const COLLECTED: CollectionStatus[] = ["confirmed", "paid_out"];
const ON_ITS_WAY = NOT_PAID_OUT.filter((status) => !COLLECTED.includes(status));

/** Returns what a payer's collections brought: per year and in total. */
export function payerFigures(sums: DebitSum[]): PayerFigures {
  const collected = sums.filter((sum) => sum.holdsInvoice && COLLECTED.includes(sum.status));
  const returned = sums.filter((sum) => sum.wasReturned || WITHOUT_MONEY.includes(sum.status));
  const onItsWay = sums.filter((sum) => sum.holdsInvoice && ON_ITS_WAY.includes(sum.status));
  const years = [...new Set([...collected, ...returned].map(({ year }) => year))].sort((a, b) => b - a);
  return {
    years: years.map((year) => ({
      year,
      collected: total(collected.filter((sum) => sum.year === year)),
      returned: total(returned.filter((sum) => sum.year === year)),
    })),
    collected: total(collected),
    returned: total(returned),
    onItsWay: total(onItsWay),
  };
}

function total(sums: DebitSum[]): { count: number; cents: number } {
  return {
    count: sums.reduce((count, sum) => count + sum.count, 0),
    cents: sums.reduce((cents, sum) => cents + sum.cents, 0),
  };
}

/** Returns the keys of all mails that a payer's mandate requests can have caused (`lib/mandates`). */
export function mailKeysOf(requests: { id: string; mailCount: number; reminderCount: number }[]): string[] {
  const upTo = (count: number) => Array.from({ length: count + 1 }, (_, i) => i);
  return requests.flatMap(({ id, mailCount, reminderCount }) => [
    ...upTo(mailCount).map((no) => `mandate:${id}:${no}`),
    ...upTo(reminderCount).map((no) => `remind:${id}:${no}`),
  ]);
}
