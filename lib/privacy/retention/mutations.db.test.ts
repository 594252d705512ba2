import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db, Prisma } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { now } from "@/lib/core/time/clock";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { connectedSupplier, providerMandate, seedCollection } from "@/test/supplier-data";
import { rowInEveryTable, supplierTables } from "@/test/supplier-tables";
import { sweepExpired } from "./mutations";
import { endOf, RETENTION, type RetentionClass } from "./rules";

type Count = () => Promise<number>;
type Seed = (supplier: SeededSupplier, at: Date) => Promise<Count>;

const origin = { ip: "203.0.113.7", userAgent: "" };

async function audit(customerId: string, at: Date): Promise<void> {
  const entry = { id: newId("audit"), customerId, action: "x", subject: "x", userName: "Frieda", ip: origin.ip, at };
  await db.auditEntry.create({ data: entry });
}

async function mail(customerId: string, createdAt: Date): Promise<void> {
  const id = newId("mail");
  const row = { id, key: id, template: "account", locale: "de", recipient: "a@einzug.test", data: {} };
  await db.mail.create({ data: { ...row, customerId, createdAt, status: "sent" } });
}

async function event(customerId: string | null, receivedAt: Date): Promise<void> {
  const id = newId("inbox");
  const told = { provider: "GOCARDLESS", subject: "mandates:MD1", action: "active", payload: {} };
  const row = { ...told, id, eventId: id, customerId, occurredAt: receivedAt, receivedAt, handledAt: receivedAt };
  await db.inboxEvent.create({ data: row });
}

/** For each class: stores a row whose period starts at a moment. The result counts the supplier's rows left. */
const SEEDS: Record<RetentionClass, Seed> = {
  sessions: async ({ userId, customerId }, expiresAt) => {
    await db.session.create({ data: { id: newId("session"), userId, customerId, isApi: false, ...origin, expiresAt } });
    return () => db.session.count({ where: { customerId } });
  },
  passwordResets: async ({ userId }, expiresAt) => {
    await db.passwordReset.create({ data: { id: newId("reset"), userId, expiresAt } });
    return () => db.passwordReset.count({ where: { userId } });
  },
  ceremonies: async ({ userId }, expiresAt) => {
    await db.ceremony.create({ data: { challenge: newId("reset"), kind: "sign-in", userId, expiresAt } });
    return () => db.ceremony.count({ where: { userId } });
  },
  invitations: async ({ customerId, userId }, expiresAt) => {
    const id = newId("invitation");
    const by = { invitedById: userId, invitedBy: "Frieda Brandt", role: "member" as const };
    await db.invitation.create({ data: { customerId, id, email: `${id}@einzug.test`, expiresAt, ...by } });
    return () => db.invitation.count({ where: { customerId } });
  },
  addressLinks: async ({ userId }, expiresAt) => {
    const link = { id: newId("addressLink"), userId, kind: "proof" as const, email: "a@einzug.test", expiresAt };
    await db.addressLink.create({ data: link });
    return () => db.addressLink.count({ where: { userId } });
  },
  unprovenAccounts: async ({ userId, customerId }, addressAskedAt) => {
    await db.contract.deleteMany({ where: { customerId } });
    await db.user.update({ where: { id: userId }, data: { emailProvenAt: null, addressAskedAt } });
    return () => db.user.count({ where: { id: userId } });
  },
  countedTries: async ({ customerId }, expire) => {
    const key = `${customerId}:${newId("reset")}`;
    await db.rateLimit.create({ data: { key, points: 1, expire: BigInt(expire.getTime()) } });
    return () => db.rateLimit.count({ where: { key: { startsWith: customerId } } });
  },
  vendorSignIns: async ({ customerId }, expiresAt) => {
    await rowInTable("oauth_attempts", customerId, { expires_at: expiresAt });
    return () => db.oauthAttempt.count({ where: { customerId } });
  },
  webhooks: async ({ customerId }, createdAt) => {
    const id = newId("webhookMessage");
    await db.webhookMessage.create({ data: { customerId, id, kind: "test", data: {}, createdAt } });
    return () => db.webhookMessage.count({ where: { customerId } });
  },
  waitingLists: async ({ customerId }, createdAt) => {
    await rowInTable("datev_imports", customerId, { created_at: createdAt });
    await db.datevImport.updateMany({ where: { customerId }, data: { status: "inspected" } });
    return () => db.datevImport.count({ where: { customerId } });
  },
  refusedFiles: async ({ customerId }, receivedAt) => {
    await rowInTable("e_invoice_files", customerId, { received_at: receivedAt });
    await db.eInvoiceFile.updateMany({ where: { customerId }, data: { status: "refused" } });
    return () => db.eInvoiceFile.count({ where: { customerId } });
  },
  readings: async ({ customerId }, updatedAt) => {
    const run = (at: Date) => ({
      customerId,
      id: newId("reset"),
      kind: "listing",
      status: "done" as const,
      updatedAt: at,
    });
    const newer = Array.from({ length: 20 }, (_, i) => run(new Date(Date.now() - i * 1_000)));
    if ((await db.syncRun.count({ where: { customerId } })) === 0) await db.syncRun.createMany({ data: newer });
    await db.syncRun.create({ data: run(updatedAt) });
    return async () => (await db.syncRun.count({ where: { customerId } })) - 20;
  },
  events: async ({ customerId }, receivedAt) => {
    await event(customerId, receivedAt);
    return () => db.inboxEvent.count({ where: { customerId } });
  },
  addresses: async ({ customerId }, at) => {
    await audit(customerId, at);
    for (const table of ["bulk_runs", "datev_imports"]) await rowInTable(table, customerId, { created_at: at });
    await db.datevImport.updateMany({ where: { customerId }, data: { status: "applied" } });
    const some = { where: { customerId, ip: { not: "" } } };
    return async () => {
      const counts = [await db.auditEntry.count(some), await db.bulkRun.count(some), await db.datevImport.count(some)];
      expect(new Set(counts).size).toBe(1);
      return counts[0] ?? 0;
    };
  },
  mails: async ({ customerId }, createdAt) => {
    await mail(customerId, createdAt);
    return () => db.mail.count({ where: { customerId } });
  },
  auditLog: async ({ customerId }, at) => {
    await audit(customerId, at);
    return () => db.auditEntry.count({ where: { customerId } });
  },
  closedMail: async ({ customerId }, at) => {
    await db.customer.update({ where: { id: customerId }, data: { closedAt: at } });
    // Mails that wait to be sent and events that wait to be handled stay until then.
    await mail(customerId, now());
    await event(customerId, now());
    if (at > now()) {
      await db.mail.updateMany({ where: { customerId }, data: { status: "queued" } });
      await db.inboxEvent.updateMany({ where: { customerId }, data: { handledAt: null } });
    }
    return () => db.mail.count({ where: { customerId } });
  },
  closedMandates: async ({ customerId }, at) => {
    const { id } = await storeMandate(customerId, providerMandate());
    const filled = { payerName: "Erika Muster", payerEmail: "a@einzug.test", bankName: "Bank", accountHint: "DE …00" };
    await db.mandate.update({ where: { customerId_id: { customerId, id } }, data: filled });
    await db.customer.update({ where: { id: customerId }, data: { closedAt: at } });
    return () => db.mandate.count({ where: { customerId, payerName: "Erika Muster", accountHint: "DE …00" } });
  },
  closedAccounts: async ({ customerId }, at) => {
    await db.customer.update({ where: { id: customerId }, data: { closedAt: at } });
    return () => db.customer.count({ where: { id: customerId } });
  },
};

/** Stores a row of a supplier in one table, with the dates given. */
async function rowInTable(table: string, customerId: string, dates: Record<string, Date>): Promise<void> {
  const [one] = (await supplierTables()).filter(({ name }) => name === table);
  if (!one) throw new Error(`no table ${table}`);
  await rowInEveryTable(customerId, [one]);
  for (const [column, at] of Object.entries(dates)) {
    const name = Prisma.raw(`"${table}"`);
    const own = table === "bulk_runs" || table === "datev_imports" ? Prisma.raw(", ip = '203.0.113.7'") : Prisma.empty;
    // The newest row is the one that was just stored.
    await db.$executeRaw`UPDATE ${name} SET ${Prisma.raw(`"${column}"`)} = ${at} ${own}
      WHERE ctid = (SELECT max(ctid) FROM ${name} WHERE customer_id = ${customerId})`;
  }
}

describe("the nightly sweep at the end of retention periods", () => {
  test.each(Object.keys(RETENTION) as RetentionClass[])("deletes expired rows and keeps others: %s", async (name) => {
    const end = endOf(name, now()).getTime();
    const [over, kept] = [await seedSupplier(), await seedSupplier()];
    const isExpiry = end > now().getTime() - 60_000;
    const leftOver = await SEEDS[name](over, new Date(end - 60_000));
    const leftKept = await SEEDS[name](kept, new Date(isExpiry ? Date.now() + 3_600_000 : end + 60_000));
    const before = [await leftOver(), await leftKept()];
    expect(before).toEqual([1, 1]);
    await sweepExpired(1);
    expect([await leftOver(), await leftKept()]).toEqual([0, 1]);
  });

  test("deletes a closed account completely, and nothing of another account", async () => {
    const [closed, other] = [await connectedSupplier(), await connectedSupplier()];
    for (const { customerId } of [closed, other]) {
      const { mandate } = await seedCollection(customerId);
      const contactId = mandate.contactId ?? "";
      await db.contact.update({
        where: { customerId_id: { customerId, id: contactId } },
        data: { defaultMandateId: mandate.id },
      });
      await audit(customerId, now());
      await mail(customerId, now());
      await event(customerId, now());
    }
    const count = async (customerId: string) => {
      const counts: Record<string, number> = {};
      for (const { name, key } of await supplierTables()) {
        const rows = await db.$queryRaw<{ n: number }[]>`
          SELECT count(*)::int AS n FROM ${Prisma.raw(`"${name}"`)} WHERE ${Prisma.raw(`"${key}"`)} = ${customerId}`;
        if (rows[0]?.n) counts[name] = rows[0].n;
      }
      return counts;
    };
    const before = await count(other.customerId);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(["collections", "audit_entries", "mails", "invoices"]));
    const closedAt = new Date(endOf("closedAccounts", now()).getTime() - 60_000);
    await db.customer.update({ where: { id: closed.customerId }, data: { closedAt } });
    await sweepExpired(2);
    expect(await count(closed.customerId)).toEqual({});
    expect(await count(other.customerId)).toEqual(before);
  });
});

test("the retention periods agree with the privacy notice and docs/operations.md", () => {
  const operations = readFileSync("docs/operations.md", "utf8");
  for (const [name, period] of Object.entries(RETENTION)) {
    const [unit, count] = Object.entries(period)[0] ?? [];
    const line = new RegExp(
      `^\\| \`${name}\` \\|.*${count && unit ? `\\b${count} ${unit.slice(0, -1)}` : ""}.*\\|$`,
      "m",
    );
    expect(operations, name).toMatch(line);
    for (const locale of ["en", "de"]) {
      const { legal } = JSON.parse(readFileSync(`messages/${locale}.json`, "utf8")) as {
        legal: { retention: { classes: Record<string, string> } };
      };
      expect(legal.retention.classes[name], `${name} ${locale}`).toContain(unit ? `{${unit}` : "");
    }
  }
});

test("periods in years end with the German year, and periods in months on the last day of a shorter month", () => {
  expect(endOf("auditLog", new Date("2027-01-02T00:00:00Z")).toISOString()).toBe("2018-12-31T23:00:00.000Z");
  expect(endOf("auditLog", new Date("2026-12-31T22:00:00Z")).toISOString()).toBe("2017-12-31T23:00:00.000Z");
  expect(endOf("closedMandates", new Date("2027-04-30T12:00:00Z")).toISOString()).toBe("2026-02-28T12:00:00.000Z");
});
