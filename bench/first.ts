import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { withStack } from "./stack-of-its-own";
import { addInvoices } from "./sync";
import { median } from "./two-samples";

/**
 * Measures how long a new supplier waits for the first invoice: from the moment when the accounting system is connected
 * to a row that the list of invoices shows. The twin answers at its two calls a second. The organisation has its
 * invoices before that.
 */
const SUPPLIERS = 5;
const INVOICES = 40;
const LIMIT_MS = 120_000;
const BOUND_SECONDS = 2;

/** `npm run bench -- first [suppliers]` */
export async function measureFirst([suppliers]: string[]): Promise<boolean> {
  return await withStack("first", async ({ env }, { desk }) => {
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    const seconds: number[] = [];
    for (let i = 0; i < Number(suppliers ?? SUPPLIERS); i += 1) seconds.push(await measureOne(client, desk, i));
    await client.end();
    const result = median(seconds);
    console.log(`
  waited for the first invoice ${seconds.map((one) => one.toFixed(1)).join(" ")}
  first invoice after          ${result.toFixed(2)} s (bound ${BOUND_SECONDS})`);
    return result <= BOUND_SECONDS;
  });
}

async function measureOne(client: pg.Client, desk: string, index: number): Promise<number> {
  const { seedConnection } = await import("../prisma/seed/connect");
  const { DIRECT_DEBIT_TERM, seedSupplier } = await import("../prisma/seed/suppliers");
  const name = `Betrieb ${index + 1}`;
  const before = await seedSupplier({ companyName: name, paymentConditions: [DIRECT_DEBIT_TERM] });
  await seedConnection(before, "LEXOFFICE", { name });
  const { rows } = await client.query<{ id: string }>(
    "SELECT organisation_id AS id FROM connections WHERE customer_id = $1 AND type = 'LEXOFFICE'",
    [before.customerId],
  );
  const id = rows[0]?.id ?? "";
  await addInvoices(desk, { id, contactId: await addContact(desk, id, name) }, INVOICES);
  // The organisation is free for another supplier.
  await client.query("DELETE FROM customers WHERE id = $1", [before.customerId]);
  const supplier = await seedSupplier({ companyName: name, paymentConditions: [DIRECT_DEBIT_TERM] });
  // The calls that the first supplier's connection still made are over, and so is their pace.
  await wait(10_000);
  await seedConnection(supplier, "LEXOFFICE", { id });
  const startedAt = performance.now();
  for (;;) {
    const { rows: shown } = await client.query(
      "SELECT 1 FROM invoices WHERE customer_id = $1 AND book_status = 'open' AND number <> '' LIMIT 1",
      [supplier.customerId],
    );
    const waitedMs = performance.now() - startedAt;
    if (shown.length > 0) return waitedMs / 1_000;
    if (waitedMs > LIMIT_MS) throw new Error("the first invoice did not appear");
    await wait(20);
  }
}

async function addContact(desk: string, organisation: string, name: string): Promise<string> {
  const response = await fetch(`${desk}/lexware/invoices`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      organisation,
      contact: { name: `Zahler ${name}`, email: "zahler@bench.example" },
      amountCents: 100,
      dueDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      paymentTermLabel: "Bar bezahlt",
    }),
  });
  const invoice = (await response.json()) as { contactId?: string; contact?: { id: string } };
  return invoice.contactId ?? invoice.contact?.id ?? "";
}
