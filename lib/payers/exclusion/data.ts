import type { CustomerId } from "@/lib/auth/scope";
import { decisionInputOf, FOR_DECISION, readSupplierFacts } from "@/lib/collections/decision/data";
import { decide } from "@/lib/collections/decision/table/rules";
import { relatedAsDecided } from "@/lib/collections/related/data";
import { db } from "@/lib/core/database/db";
import type { CollectionStatus, DecisionOutcome } from "@/lib/core/prisma/enums";
import { AppError } from "@/lib/core/web/errors";
import type { ExclusionStakes } from "@/lib/payers/types";

/** With these outcomes nothing is collected, whether or not the contact is excluded. */
const NOT_COLLECTED: DecisionOutcome[] = ["skip", "cancel"];
const STILL_TO_COME: CollectionStatus[] = ["pending", "created", "submitted"];

/**
 * Returns what excluding a contact would stop, for the question asked before it. Each open invoice is decided twice, as
 * it is and with the contact excluded, by the rules that decide it afterwards.
 *
 * @throws AppError `not_found`
 */
export async function readExclusionStakes(customerId: CustomerId, contactId: string): Promise<ExclusionStakes> {
  const [own, rows, facts] = await Promise.all([
    db.contact.count({ where: { customerId, id: contactId } }),
    db.invoice.findMany({ where: { customerId, contactId, bookStatus: "open" }, include: FOR_DECISION }),
    readSupplierFacts(db, customerId),
  ]);
  if (own === 0) throw new AppError("not_found");
  const stakes = { invoices: { count: 0, cents: 0 }, stops: { count: 0, cents: 0 }, runsOn: { count: 0, cents: 0 } };
  for (const row of rows) {
    // Returns in a previous system affect when an invoice is collected, not whether it is, so they are not read.
    const input = decisionInputOf({ ...row, former: [] }, facts, relatedAsDecided(row.decision));
    const { live, contact, invoice } = input;
    const isStopped = decide({ ...input, contact: contact && { ...contact, isExcluded: true } }).outcome === "cancel";
    if (live && !isStopped) {
      if (STILL_TO_COME.includes(live.status)) add(stakes.runsOn, live.amountCents);
      continue;
    }
    if (live) add(stakes.stops, live.amountCents);
    if (!NOT_COLLECTED.includes(decide(input).outcome)) add(stakes.invoices, invoice.openCents);
  }
  return stakes;
}

function add(sum: ExclusionStakes["stops"], cents: number): void {
  sum.count += 1;
  sum.cents += cents;
}
