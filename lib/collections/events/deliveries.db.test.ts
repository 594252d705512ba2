import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { deliveries, type Life, lives } from "@/test/collection-lives";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { type CollectionStep, recordSteps } from "./mutations";

/**
 * Compares what remains of one collection after deliveries in any order and number: row, history, notices and case in
 * the returns queue. The expected result comes from the same events in their own order.
 */
const { customerId } = await connectedSupplier();
const BASE = Date.now() + 60_000;

async function newDebit({ actions }: Life) {
  const { invoice, collection } = await seedCollection(customerId);
  const steps = actions.map((text, hour): CollectionStep => {
    const [action = "", given = null] = text.split("/");
    const isFailure = action === "failed" || action === "charged_back" || action === "customer_approval_denied";
    return {
      id: `EV-${collection.id}-${hour}`,
      action,
      origin: "bank",
      cause: given ?? (isFailure ? `cause-${hour}` : null),
      code: isFailure ? `CODE${hour}` : null,
      text: isFailure ? `text ${hour}` : null,
      // GoCardless announces its own retry with the failure event, and nowhere else.
      willAttemptRetry: action === "failed",
      occurredAt: new Date(BASE + hour * 3_600_000),
    };
  });
  const record = (...some: CollectionStep[]) => recordSteps(customerId, collection.id, some);
  const outcome = () => outcomeOf(collection.id, invoice.id);
  return { steps, record, outcome };
}

async function outcomeOf(collectionId: string, invoiceId: string) {
  const row = await db.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: collectionId } },
    include: { events: { orderBy: { occurredAt: "asc" } } },
  });
  const { status, holdsInvoice, isDuplicate, willAttemptRetry } = row;
  const failure = [row.failedAt?.getTime(), row.failureCause, row.failureCode, row.failureText];
  const notices = await db.notice.findMany({
    where: { customerId, resolvedAt: null, key: { endsWith: invoiceId } },
    select: { kind: true },
  });
  const onDesk = await db.returnCase.findFirst({ where: { customerId, invoiceId, isDone: false } });
  return {
    ...{ status, holdsInvoice, isDuplicate, willAttemptRetry, failure },
    history: row.events.filter((event) => event.action !== "planned").map((event) => [event.action, event.status]),
    notices: notices.map((notice) => notice.kind),
    onDesk: onDesk && [onDesk.collectionId === collectionId, onDesk.returnedAt.getTime()],
  };
}

/**
 * The longest event sequences, as many as needed to have each event after each one that it can follow. All sequences,
 * in all orders, are tested on the rule itself (status-table.test.ts).
 */
const told = lives(6)
  .toSorted((one, other) => other.actions.length - one.actions.length)
  .filter(bringsNews(new Set()));

function bringsNews(seen: Set<string>) {
  return ({ actions }: Life): boolean => {
    const pairs = actions.map((action, i) => `${actions[i - 1]} ${action}`);
    const isNews = pairs.some((pair) => !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return isNews;
  };
}

/**
 * Returns the orders to try for a sequence in addition to its own. They are reversed or with the last two swapped, in
 * turn, and one at random.
 */
function ordersOf(count: number, life: number): number[][] {
  const own = Array.from({ length: count }, (_, i) => i);
  const lastTwoSwapped = [...own.slice(0, -2), count - 1, count - 2];
  const byChance = fc.sample(fc.constantFrom(...deliveries(count, 6)), { seed: 6, numRuns: 1 });
  return [life % 2 === 0 ? own.toReversed() : lastTwoSwapped, ...byChance];
}

describe("the events of one collection, delivered in any order", () => {
  test.each(told.map((life, i) => [life.actions.join(" "), life, i] as const))(
    "lead to the same result: %s",
    async (_name, life, index) => {
      const inOrder = await newDebit(life);
      for (const step of inOrder.steps) await inOrder.record(step);
      const expected = await inOrder.outcome();
      expect(expected.status).toBe(life.end);

      const atOnce = await newDebit(life);
      await atOnce.record(...atOnce.steps);
      expect(await atOnce.outcome(), "all at once").toEqual(expected);

      for (const word of ordersOf(life.actions.length, index)) {
        const debit = await newDebit(life);
        for (const i of word) await debit.record(debit.steps[i] as CollectionStep);
        expect(await debit.outcome(), `delivered as ${word.join(",")}`).toEqual(expected);
      }
    },
    60_000,
  );
});
