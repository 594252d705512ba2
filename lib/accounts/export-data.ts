import { setImmediate } from "node:timers/promises";
import { strToU8, Zip, ZipDeflate } from "fflate";
import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { readKeptFiles } from "@/lib/datev/kept-mutations";

/** Rows read, written and packed at a time: others are served in between. */
const PIECE = 500;

type Row = Record<string, unknown>;
type Read = (page: { skip: number; take: number }) => Promise<Row[]>;

/** Never written out: keys to somebody's accounts are not the supplier's data, they are access. */
const SECRETS = new Set(["accessToken", "refreshToken", "passwordHash", "twoFactorSecret", "codeVerifier"]);

/** Everything we hold about a supplier, as one zip of JSON files with a line about each. */
export async function exportAccount(customerId: CustomerId): Promise<Uint8Array<ArrayBuffer>> {
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
    reports: (page) => db.inboxEvent.findMany({ where, ...byId, ...page }),
    "booking-hints": (page) => db.bookingHint.findMany({ where, orderBy: { invoiceId: "asc" }, ...page }),
    "reading-runs": (page) => db.syncRun.findMany({ where, ...byId, ...page }),
    invitations: (page) => db.invitation.findMany({ where, ...byId, ...page }),
    sessions: (page) => db.session.findMany({ where, ...byId, ...page }),
    differences: (page) => db.difference.findMany({ where, ...byId, ...page }),
    "email-templates": (page) =>
      db.emailTemplate.findMany({ where, orderBy: [{ tab: "asc" }, { language: "asc" }], ...page }),
    "audit-log": (page) => db.auditEntry.findMany({ where, ...byId, ...page }),
    connections: (page) => db.connection.findMany({ where, orderBy: { type: "asc" }, ...page }),
  };
  const archive = new Archive();
  await archive.add("account.json", [json(await readAccount(customerId)), "\n"]);
  await archive.add("README.txt", [readme()]);
  for (const [name, read] of Object.entries(tables)) await archive.add(`${name}.json`, listOf(read));
  for (const logo of await db.emailLogo.findMany({ where }))
    await archive.add(`email-logos/${logo.tab}-${logo.language}.png`, [new Uint8Array(logo.png)]);
  for (const batch of await db.datevBatch.findMany({ where }))
    for (const { name, content } of await readKeptFiles(customerId, batch))
      await archive.add(`datev-files/${batch.id}/${name}`, [content]);
  return archive.end();
}

/** A zip whose files are packed as they are written; only what is packed stays in memory. */
class Archive {
  private readonly packed: Uint8Array[] = [];
  private readonly zip = new Zip((error, data) => {
    if (error) throw error;
    this.packed.push(data);
  });

  async add(name: string, pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>): Promise<void> {
    const file = new ZipDeflate(name);
    this.zip.add(file);
    for await (const piece of pieces) {
      file.push(typeof piece === "string" ? strToU8(piece) : piece);
      await setImmediate();
    }
    file.push(new Uint8Array(), true);
  }

  end(): Uint8Array<ArrayBuffer> {
    this.zip.end();
    return new Uint8Array(Buffer.concat(this.packed));
  }
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

/** A JSON list, one piece of rows after the other. */
async function* listOf(read: Read): AsyncGenerator<string> {
  yield "[";
  for (let count = 0; ; ) {
    const rows = await read({ skip: count, take: PIECE });
    yield rows.map((row, i) => `${count + i > 0 ? "," : ""}\n${json(row)}`).join("");
    count += rows.length;
    if (rows.length < PIECE) break;
  }
  yield "\n]\n";
}

function json(value: unknown): string {
  const plain = (key: string, entry: unknown) => {
    if (SECRETS.has(key)) return undefined;
    return typeof entry === "bigint" ? entry.toString() : entry;
  };
  return JSON.stringify(value, plain, 2);
}

function readme(): string {
  return [
    `Written on ${now().toISOString()}.`,
    "One JSON file per kind of record. Amounts are integer cents in EUR, days are calendar dates, times are UTC.",
    "Left out are only keys that give access (passwords, tokens, codes) and the marks of work that is under way.",
    "",
  ].join("\n");
}
