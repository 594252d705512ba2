import { trace } from "@opentelemetry/api";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { POST as lexofficeWebhook } from "@/app/api/webhooks/lexoffice/route";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { inSpan } from "@/lib/core/telemetry/trace";
import { startTraces, stopTraces } from "@/lib/core/telemetry/trace-export";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { queue } from "@/lib/jobs/queue";
import { startRunner } from "@/lib/jobs/runner";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { findMatches, readTrail } from "@/lib/operations/trail/data";
import { setUpConnection } from "@/lib/schedule/jobs";
import { type TakenSpan, TestCollector } from "@/test/collector";
import { clearJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { readLedger, supplierAtTwins, type TwinSupplier, writeInvoice } from "@/test/twin-supplier";
import { drainInbox } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let collector: TestCollector;
beforeEach(async () => {
  collector = await TestCollector.start();
});
afterEach(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await stopTraces();
  await collector.stop();
});

async function startTracing(): Promise<void> {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  await startTraces();
}

const PAYER = { name: "Canary Kanarienvogel", email: "canary@vogel.example" };

/** An invoice from the accounting system whose payer has a mandate. Nothing is decided about it yet. */
async function readyToCollect(supplier: TwinSupplier) {
  const { customerId } = supplier;
  await setUpConnection.run({ customerId, type: "LEXOFFICE" });
  const written = await writeInvoice(sandbox, supplier, { contact: PAYER });
  await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  await syncInvoices.run({ customerId });
  const invoice = await db.invoice.findFirstOrThrow({ where: { customerId, externalId: written.id } });
  const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
    organisation: supplier.account,
    customer: { companyName: PAYER.name, email: PAYER.email },
  });
  const told = await withDirectDebit(customerId, (gc) => gc.mandates.read(mandate.id));
  await storeMandate(customerId, told, { contactId: invoice.contactId ?? undefined });
  await clearJobs();
  return { customerId, written, mandateId: mandate.id, invoiceId: invoice.id };
}

/** Passes the vendor's own webhook about a change of the invoice to the route, as Next.js would. */
async function changeInBooks(id: string): Promise<Response> {
  const before = sandbox.webhooks.length;
  await sandbox.desk(`/lexware/invoices/${id}/change`, { amountCents: 12_900 });
  const { raw, headers, path } = await sandbox.webhook(
    (hook) => sandbox.webhooks.indexOf(hook) >= before && hook.raw.includes(id),
  );
  return await lexofficeWebhook(
    new Request(`http://localhost${path}`, { method: "POST", headers, body: new Uint8Array(raw) }),
  );
}

/** Replaces the queue of the tests by that of a worker. */
async function startWorker(): Promise<() => Promise<void>> {
  const holder = globalThis as { einzugBoss?: unknown };
  await (await queue()).stop({ graceful: false });
  holder.einzugBoss = undefined;
  const runner = await startRunner([drainInbox, syncInvoices, decideInvoices, carryOutCollection]);
  return async () => {
    await runner.stop(10_000);
    holder.einzugBoss = undefined;
  };
}

const debitsOn = async (mandateId: string) =>
  (await readLedger(sandbox)).gocardless.payments.filter((payment) => payment.mandate === mandateId);

test("one trace runs from the vendor's webhook to the payment, with the invoice's id and no secrets", async () => {
  const supplier = await supplierAtTwins();
  const { customerId, written, mandateId, invoiceId } = await readyToCollect(supplier);
  await startTracing();
  expect((await changeInBooks(written.id)).status).toBe(202);
  const [match] = await findMatches(invoiceId);
  if (!match) throw new Error("the invoice is not found by its id");
  const trail = await readTrail(match);
  const stopWorker = await startWorker();
  await expect.poll(() => debitsOn(mandateId)).toHaveLength(1);
  const { id: collectionId } = await db.collection.findFirstOrThrow({ where: { customerId, invoiceId } });
  await stopWorker();
  await stopTraces();

  const spans = collector.spans();
  const bySpanId = new Map(spans.map((span) => [span.spanId, span]));
  const waysUp = (span: TakenSpan | undefined): string[] =>
    span ? [span.name, ...waysUp(bySpanId.get(span.parentSpanId ?? ""))] : [];
  const debit = spans.find((span) => span.name === "gocardless POST /payments");
  expect(waysUp(debit)).toEqual([
    "gocardless POST /payments",
    "job collections.carry-out",
    "decide invoice",
    "job collections.decide",
    "job invoices.sync",
    "event lexoffice invoice",
    "job inbox.drain",
    "webhook lexoffice",
  ]);
  expect(debit?.attributes).toMatchObject({
    "einzug.customer_id": customerId,
    "einzug.invoice_id": invoiceId,
    "einzug.collection_id": collectionId,
    "einzug.provider": "gocardless",
    "http.response.status_code": 201,
  });
  const root = spans.find((span) => span.name === "webhook lexoffice");
  expect(root).toMatchObject({ traceId: debit?.traceId, attributes: { "einzug.stored": 1 } });
  expect(root?.attributes["einzug.db.statements"]).toBeGreaterThan(0);
  const read = spans.find((span) => span.name === "read invoice" && span.attributes["einzug.invoice_id"] === invoiceId);
  expect(spans.filter((span) => span.parentSpanId === read?.spanId).map((span) => span.name)).toContain(
    "lexware GET /v1/invoices/{id}",
  );
  const job = spans.find((span) => span.name === "job collections.carry-out");
  expect(job?.attributes).toMatchObject({ "einzug.job.attempt": 1, "einzug.job.wait_ms": expect.any(Number) });
  // The operators' page links to this trace.
  expect(trail?.traces).toMatchObject([{ id: root?.traceId, what: expect.stringContaining(written.id) }]);

  const connections = await db.connection.findMany({ where: { customerId } });
  const told = collector.bodies.join("\n");
  const secrets = [PAYER.name, PAYER.email, "anary", "Bearer", written.number, supplier.email];
  const tokens = connections.flatMap((row) => [row.accessToken, row.refreshToken]).filter((token) => token !== null);
  for (const secret of [...secrets, ...tokens]) expect(told).not.toContain(secret);
});

test("without a collector nothing is traced, stored or sent", async () => {
  const supplier = await supplierAtTwins();
  const { customerId, written, mandateId } = await readyToCollect(supplier);
  await startTraces();
  await changeInBooks(written.id);
  const stopWorker = await startWorker();
  await expect.poll(() => debitsOn(mandateId)).toHaveLength(1);
  await stopWorker();
  expect(await db.inboxEvent.count({ where: { customerId, trace: { not: null } } })).toBe(0);
  const marked = await db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM pgboss.job WHERE data->'trace' IS NOT NULL AND singleton_key = ${customerId}`;
  expect(marked).toEqual([]);
  expect(collector.bodies).toEqual([]);
});

test("spans of Next.js are exported without the request's address and without error messages", async () => {
  await startTracing();
  const attributes = { "next.span_type": "BaseServer.handleRequest", "http.target": "/m/canary?reset=canary" };
  const route = { "http.method": "GET", "next.route": "/m/[token]", "http.route": "/m/[token]" };
  const span = trace.getTracer("next.js").startSpan("GET /m/canary", { attributes: { ...attributes, ...route } });
  span.recordException(new Error("canary"));
  span.setStatus({ code: 2, message: "canary" });
  span.end();
  trace
    .getTracer("next.js")
    .startSpan("x", { attributes: { "next.span_type": "NextNodeServer.startResponse" } })
    .end();
  await expect(inSpan({ name: "ours" }, () => Promise.reject(new Error("canary")))).rejects.toThrow("canary");
  await stopTraces();
  expect(
    collector.spans().map(({ name, attributes }) => [name, attributes["http.route"] ?? attributes["error.type"]]),
  ).toEqual([
    ["GET /m/[token]", "/m/[token]"],
    ["ours", "Error"],
  ]);
  expect(collector.bodies.join()).not.toContain("canary");
});

test.each(["hangs", "is gone"])("a collector that %s delays neither work nor the end of a process", async (state) => {
  collector.isHanging = state === "hangs";
  await startTracing();
  if (state === "is gone") await collector.stop();
  const startedAt = performance.now();
  for (let i = 0; i < 20_000; i += 1) await inSpan({ name: "work" }, async () => i);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const stoppedAt = performance.now();
  await stopTraces();
  expect(performance.now() - stoppedAt).toBeLessThan(4_000);
});
