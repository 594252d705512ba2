import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { storeFiles } from "@/lib/e-invoices/tray/mutations";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { exportAccount } from "./data";

/** Returns letters that cannot be compressed: the database needs their full length, in an index, too. */
function noise(length: number): string {
  const parts = Array.from({ length: Math.ceil(length / 88) }, (_, i) =>
    createHash("sha512").update(`${i}`).digest("base64"),
  );
  return parts.join("").slice(0, length);
}

async function filesOf(customerId: CustomerId): Promise<Record<string, Uint8Array>> {
  return unzipSync(await buffer(Readable.from(exportAccount(customerId))));
}

test("any text of a contact or an invoice is stored and exported unchanged, in files with names of our own", async () => {
  const hostile = `=1+1"};<script>x</script>../../etc\r\n\u202E🦊${noise(10_000)}`;
  const { customerId } = await connectedSupplier();
  const names = { companyName: hostile, firstName: hostile, lastName: hostile };
  const place = { street: hostile, zip: hostile, city: hostile };
  const emails = [`a${noise(10_000)}@x.example`, `b${noise(10_000)}@x.example`];
  await seedCollection(customerId, {
    entry: { number: hostile, contactName: hostile },
    contact: { ...names, ...place, emails },
  });
  const files = await filesOf(customerId);
  for (const name of Object.keys(files)) expect(name).toMatch(/^[a-z-]+\.(json|txt)$|^README\.txt$/);
  const rowsOf = (name: string) => JSON.parse(strFromU8(files[name] as Uint8Array)) as Record<string, unknown>[];
  expect(rowsOf("contacts.json")).toMatchObject([{ ...names, ...place, email: emails[0], otherEmails: [emails[1]] }]);
  expect(rowsOf("invoices.json")).toMatchObject([{ number: hostile, contactName: hostile }]);
  expect(rowsOf("debits.json")).toHaveLength(1);
});

/** Tables with a supplier's id but no file of their name, and where the export has their rows. */
const ELSEWHERE: Record<string, string> = {
  customers: "account.json",
  contracts: "account.json",
  billing_contacts: "account.json",
  datev_settings: "account.json",
  e_invoice_settings: "account.json",
  memberships: "account.json",
  email_logos: "email-logos/",
  e_invoice_contents: "e-invoices/",
  e_invoice_mailboxes: "account.json",
  datev_batch_files: "datev-batches.json and datev-files/",
  collections: "debits.json",
  collection_events: "debit-history.json",
  return_cases: "returns.json",
  invoice_notes: "notes.json",
  notice_reads: "notices.json",
  webhook_deliveries: "webhook-messages.json",
  bulk_items: "bulk-run-items.json",
  audit_entries: "audit-log.json",
  inbox_events: "reports.json",
  sync_runs: "reading-runs.json",
  // Temporary rows: a sign-in at a vendor, a booking lease, the parts of an upload, and what a comparison has seen.
  oauth_attempts: "nowhere",
  booking_turns: "nowhere",
  datev_import_chunks: "nowhere",
  comparisons: "nowhere",
  compared_items: "nowhere",
};

test("the export has every table with a supplier's id", async () => {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.tables JOIN information_schema.columns
      USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'customer_id' ORDER BY 1`;
  const { customerId } = await connectedSupplier();
  const files = Object.keys(await filesOf(customerId));
  const missing = tables
    .map(({ name }) => name)
    .filter((name) => !ELSEWHERE[name] && !files.includes(`${name.replaceAll("_", "-")}.json`));
  expect(missing).toEqual([]);
  for (const place of Object.values(ELSEWHERE).filter((name) => name.endsWith(".json") && !name.includes(" ")))
    expect(files).toContain(place);
});

test("long lists are exported completely and in order", async () => {
  const { customerId } = await connectedSupplier();
  const rows = Array.from({ length: 1_201 }, (_, i) => ({
    id: `evt_${String(i).padStart(5, "0")}`,
    provider: "GOCARDLESS",
    eventId: `EVX${i}`,
    customerId,
    subject: "payments:PM1",
    action: "confirmed",
    occurredAt: new Date(),
    payload: { i },
  }));
  await db.inboxEvent.createMany({ data: rows });
  const payouts = ["po_1", "po_2"].map((id) => ({
    id,
    customerId,
    providerId: id,
    status: "paid" as const,
    amountCents: 1,
  }));
  await db.payout.createMany({ data: payouts });
  const items = payouts.flatMap(({ id: payoutId }) =>
    Array.from({ length: 700 }, (_, position) => ({
      customerId,
      payoutId,
      position,
      type: "payment_paid_out",
      tenths: 10,
    })),
  );
  await db.payoutItem.createMany({ data: items.toReversed() });
  const files = await filesOf(customerId);
  const reports = JSON.parse(strFromU8(files["reports.json"] as Uint8Array)) as { id: string }[];
  expect(reports.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(JSON.parse(strFromU8(files["payout-items.json"] as Uint8Array))).toMatchObject(items);
});

test("an e-invoice that cannot be decrypted is named, and all others are exported", async () => {
  const { customerId } = await connectedSupplier();
  const files = ["<a/>", "<b/>"].map((text) => ({ name: "a.xml", bytes: Buffer.from(text) }));
  const [broken, good] = await storeFiles(customerId, files, { via: "upload" });
  const where = { customerId, fileId: idOf(broken) };
  await db.eInvoiceContent.updateMany({ where, data: { content: Buffer.from("x") } });
  const exported = await filesOf(customerId);
  expect(strFromU8(exported[`e-invoices/${idOf(good)}.xml`] as Uint8Array)).toBe("<b/>");
  expect(exported).toHaveProperty([`e-invoices/${idOf(broken)}.unreadable.txt`]);
  expect(exported).not.toHaveProperty([`e-invoices/${idOf(broken)}.bin`]);
});

function idOf(receipt: { id: string } | undefined): string {
  if (!receipt) throw new Error("nothing was stored");
  return receipt.id;
}
