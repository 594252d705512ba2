import type { CustomerId } from "@/lib/auth/scope";
import { isDeath } from "@/lib/collections/attempts/retry-rules";
import { stepOf } from "@/lib/collections/lifecycle/step-rules";
import type { InboxEvent } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { inSpan, type SpanSpec } from "@/lib/core/telemetry/trace";
import type { ReportedDocument } from "@/lib/decision-queue/document-mutations";
import { handleAccountingEvents, handleReportedDocuments, reportedDocument } from "@/lib/events/accounting/provider";
import { handleCreations, handlePaymentsEvents, isAboutCreation } from "@/lib/events/payments/provider";
import { type InboxProvider, markFailed, markHandled, takeWaiting } from "@/lib/inbox/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import { isOfConnection, isOnlineSystem } from "@/lib/vendors/rules";
import { enqueueDue } from "@/lib/webhooks/delivery/mutations";

const BATCH = 500;

/**
 * Handles the events in a supplier's inbox.
 * Events about the same subject are handled together: the object is read once for all. A subject that fails stays in
 * the inbox and does not block the others; then the job is retried. Events of an account that is not connected wait
 * without failing the job, because connecting enqueues it again.
 */
export const drainInbox = work(jobs.drainInbox, async ({ customerId }) => {
  const left = new Set<string>();
  let failed = 0;
  for (;;) {
    const waiting = await takeWaiting(customerId, BATCH, [...left]);
    if (waiting.length === 0) break;
    const groups = bySubject(waiting);
    const handled = await handleTogether(customerId, groups);
    for (const group of groups) {
      if (handled.has(group)) continue;
      const ids = group.map((event) => event.id);
      try {
        await inSpan(spanOf(group), () => handle(customerId, group));
        await markHandled(ids);
      } catch (error) {
        left.add(group[0]?.subject ?? "");
        if (!isOfConnection(error)) failed += 1;
        log.warn({ err: error, subject: group[0]?.subject }, "event handling failed, will be retried");
        await markFailed(ids, error);
      }
    }
    if (waiting.length < BATCH) break;
  }
  await enqueueDue(customerId);
  if (failed > 0) throw new Error(`events about ${failed} objects could not be handled, will be retried`);
});

/**
 * Handles what most events are about, many in one transaction: documents that have changed, and payments that our own
 * calls created. None of these calls a vendor, and their order does not matter.
 *
 * @returns the groups that were handled; the others are handled one by one, also if these failed
 */
async function handleTogether(customerId: CustomerId, groups: InboxEvent[][]): Promise<Set<InboxEvent[]>> {
  const documents = new Map<InboxEvent[], ReportedDocument>();
  for (const group of groups) {
    const provider = group[0]?.provider as InboxProvider;
    const document = provider !== "STRIPE" && isOnlineSystem(provider) && reportedDocument(provider, group);
    if (document) documents.set(group, document);
  }
  const creations = groups.filter((group) => group[0]?.provider === "GOCARDLESS" && isAboutCreation(group));
  return new Set([
    ...(await handleSeveral([...documents.keys()], async (all) => {
      const ids = all.flatMap((group) => group.map(({ id }) => id));
      await handleReportedDocuments(customerId, [...documents.values()], ids);
      return all;
    })),
    ...(await handleSeveral(creations, (all) => handleCreations(customerId, all))),
  ]);
}

/** Runs work for several groups inside the span of the last one. A single group gains nothing by it. */
async function handleSeveral(
  groups: InboxEvent[][],
  run: (groups: InboxEvent[][]) => Promise<InboxEvent[][]>,
): Promise<InboxEvent[][]> {
  const last = groups.at(-1);
  if (!last || groups.length === 1) return [];
  try {
    // The trace of each webhook shows that its event was handled.
    for (const group of groups.slice(0, -1)) await inSpan(spanOf(group), async () => {});
    return await inSpan(spanOf(last), () => run(groups));
  } catch (error) {
    log.warn({ err: error, events: groups.length }, "batch of events failed, handling them one by one");
    return [];
  }
}

function bySubject(events: InboxEvent[]): InboxEvent[][] {
  const groups = new Map<string, InboxEvent[]>();
  for (const event of events) {
    const key = `${event.provider}:${event.subject}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Ranks the reports of a payer's death first, so that nobody is asked for another mandate because of a death. Mandates
 * come next: a collection that ended with its mandate must not be planned again on the mandate's old state.
 */
function rankOf(group: InboxEvent[]): number {
  if (group.some(({ eventId: id, ...event }) => isDeath(stepOf({ ...event, id })))) return 0;
  return group[0]?.subject.startsWith("mandates:") ? 1 : 2;
}

/** Continues the trace of the webhook that brought the last event, even if another webhook enqueued the job. */
function spanOf(group: InboxEvent[]): SpanSpec {
  const last = group.at(-1);
  const [resource = ""] = (last?.subject ?? "").split(":");
  return {
    name: `event ${last?.provider.toLowerCase()} ${resource}`,
    from: last?.trace ?? undefined,
    attributes: { "einzug.subject": last?.subject, "einzug.action": last?.action, "einzug.events": group.length },
  };
}

async function handle(customerId: CustomerId, group: InboxEvent[]): Promise<void> {
  const provider = group[0]?.provider as InboxProvider;
  if (provider !== "STRIPE" && isOnlineSystem(provider)) await handleAccountingEvents(customerId, provider, group);
  else if (provider === "STRIPE") await refreshContract(customerId);
  else await handlePaymentsEvents(customerId, group);
}
