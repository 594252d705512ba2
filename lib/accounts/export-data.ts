import { strToU8, zipSync } from "fflate";
import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { readKeptFiles } from "@/lib/datev/kept-mutations";

/** Rows read at a time: an account of many years is written out in pieces. */
const PIECE = 2_000;

type Row = Record<string, unknown>;
type Read = (page: { skip: number; take: number }) => Promise<Row[]>;

/** Never written out: keys to somebody's accounts are not the supplier's data, they are access. */
const SECRETS = new Set(["accessToken", "refreshToken", "passwordHash", "twoFactorSecret", "codeVerifier"]);

/** Everything we hold about a supplier, as one zip of JSON files with a line about each. */
export async function exportAccount(customerId: CustomerId): Promise<Uint8Array> {
  const where = { customerId };
  const byId = { orderBy: { id: "asc" } } as const;
  const tables: Record<string, Read> = {
    contacts: (page) => db.contact.findMany({ where, ...byId, ...page }),
    invoices: (page) => db.invoice.findMany({ where, ...byId, ...page }),
    mandates: (page) => db.mandate.findMany({ where, ...byId, ...page }),
    "mandate-requests": (page) => db.mandateRequest.findMany({ where, ...byId, ...page }),
    debits: (page) => db.collection.findMany({ where, ...byId, ...page }),
    "debit-history": (page) => db.collectionEvent.findMany({ where, ...byId, ...page }),
    returns: (page) => db.returnCase.findMany({ where, ...byId, ...page }),
    notes: (page) => db.invoiceNote.findMany({ where, ...byId, ...page }),
    "bulk-runs": (page) => db.bulkRun.findMany({ where, ...byId, ...page }),
    "bulk-run-items": (page) =>
      db.bulkItem.findMany({ where, orderBy: [{ runId: "asc" }, { position: "asc" }], ...page }),
    payouts: (page) => db.payout.findMany({ where, ...byId, ...page }),
    "payout-items": (page) =>
      db.payoutItem.findMany({ where, orderBy: [{ payoutId: "asc" }, { position: "asc" }], ...page }),
    bookings: (page) => db.booking.findMany({ where, ...byId, ...page }),
    "datev-imports": (page) => db.datevImport.findMany({ where, ...byId, ...page }),
    "datev-batches": (page) =>
      db.datevBatch.findMany({ where, ...byId, include: { files: { omit: { content: true } } }, ...page }),
    mails: (page) => db.mail.findMany({ where, ...byId, ...page }),
    notices: (page) => db.notice.findMany({ where, ...byId, ...page }),
    differences: (page) => db.difference.findMany({ where, ...byId, ...page }),
    "email-templates": (page) =>
      db.emailTemplate.findMany({ where, orderBy: [{ tab: "asc" }, { language: "asc" }], ...page }),
    "audit-log": (page) => db.auditEntry.findMany({ where, ...byId, ...page }),
    connections: (page) => db.connection.findMany({ where, orderBy: { type: "asc" }, ...page }),
  };
  const files: Record<string, Uint8Array> = {
    "account.json": json(await readAccount(customerId)),
    "README.txt": strToU8(readme()),
  };
  for (const [name, read] of Object.entries(tables)) files[`${name}.json`] = json(await readAll(read));
  for (const logo of await db.emailLogo.findMany({ where }))
    files[`email-logos/${logo.tab}-${logo.language}.png`] = new Uint8Array(logo.png);
  for (const batch of await db.datevBatch.findMany({ where }))
    for (const { name, content } of await readKeptFiles(customerId, batch))
      files[`datev-files/${batch.id}/${name}`] = content;
  return zipSync(files);
}

async function readAccount(customerId: CustomerId): Promise<Row> {
  return await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    include: {
      contract: true,
      billingContact: true,
      datevSettings: true,
      memberships: { select: { role: true, user: { select: { id: true, name: true, email: true } } } },
    },
  });
}

async function readAll(read: Read): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const piece = await read({ skip: rows.length, take: PIECE });
    rows.push(...piece);
    if (piece.length < PIECE) return rows;
  }
}

function json(value: unknown): Uint8Array {
  const plain = (key: string, entry: unknown) => {
    if (SECRETS.has(key)) return undefined;
    return typeof entry === "bigint" ? entry.toString() : entry;
  };
  return strToU8(`${JSON.stringify(value, plain, 2)}\n`);
}

function readme(): string {
  return [
    `Written on ${now().toISOString()}.`,
    "One JSON file per kind of record. Amounts are integer cents in EUR, days are calendar dates, times are UTC.",
    "Left out are only keys that give access: passwords, tokens and codes.",
    "",
  ].join("\n");
}
