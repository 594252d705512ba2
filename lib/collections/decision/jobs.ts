import { db } from "@/lib/core/database/db";
import { inSpan } from "@/lib/core/telemetry/trace";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { proposeMatches } from "@/lib/mandates/matching/mutations";
import { decideBatch, readStale } from "./batch-mutations";
import { readSupplierFacts } from "./data";
import { decideInvoice } from "./mutations";

const BATCH = 50;

/** Decides every invoice of a supplier that is flagged for a decision. */
export const decideInvoices = work(jobs.decideInvoices, async ({ customerId }) => {
  const isCompared = await proposeMatches(customerId);
  let after = "";
  for (;;) {
    const marked = await readStale(customerId, after, BATCH);
    // Read after the flags: a change from now on sets them again.
    const facts = await readSupplierFacts(db, customerId);
    // A batch of one would gain nothing.
    const left = marked.length > 1 ? await decideBatch(customerId, marked, facts) : marked;
    for (const { id, version } of left)
      await inSpan({ name: "decide invoice", ids: { invoiceId: id } }, () =>
        decideInvoice(customerId, id, { version, facts, isCompared }),
      );
    const last = marked.at(-1);
    if (!last || marked.length < BATCH) return;
    after = last.id;
  }
});
