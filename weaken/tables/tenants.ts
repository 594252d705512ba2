// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

const SYNC_MUTATIONS = "lib/invoices/sync/mutations.ts";
const SUPPLIER_WALL = "lib/core/tenants/tenant-scope.ts";
const BY_SCOPE = { tier: "db", file: "lib/auth/scope.db.test.ts" } as const;
const BY_CORE_SUPPLIER_WALL = { tier: "db", file: "lib/core/tenants/tenant-scope.db.test.ts" } as const;

/** What one supplier could see or change of another. */
export const ofTenants: Weakening[] = [
  {
    name: "a payer's page counts the mails of another supplier",
    file: "lib/payers/page/data.ts",
    search: "FROM mails WHERE customer_id = ${customerId} AND key = ANY",
    replace: "FROM mails WHERE key = ANY",
    noticedBy: {
      tier: "db",
      file: "lib/payers/page/data.db.test.ts",
      test: "a payer of another supplier is not found, and rows of the other supplier with the same ids are not added",
    },
  },
  {
    name: "the search finds the mandates of another supplier",
    file: "lib/search/data.ts",
    search: "FROM mandates m WHERE m.customer_id = ${customerId} AND einzug",
    replace: "FROM mandates m WHERE einzug",
    noticedBy: {
      tier: "db",
      file: "lib/search/data.db.test.ts",
      test: "the other supplier finds its own rows by the same words",
    },
  },
  {
    name: "the deleted document of one supplier is closed at another",
    file: SYNC_MUTATIONS,
    search: '    where: { customerId, id: row.id },\n    data: { bookStatus: "deleted"',
    replace: '    where: { id: row.id },\n    data: { bookStatus: "deleted"',
    noticedBy: { ...BY_SCOPE, test: "changes no invoice and no mandate request of another supplier" },
  },
  {
    name: "an open amount is written to whichever supplier has that row",
    file: SYNC_MUTATIONS,
    search: "  const where = { customerId, id: row.id };\n  const data = { openCents,",
    replace: "  const where = { id: row.id };\n  const data = { openCents,",
    noticedBy: { ...BY_SCOPE, test: "changes no invoice and no mandate request of another supplier" },
  },
  {
    name: "debits of two suppliers share an idempotency key",
    file: "lib/collections/attempts/intent-rules.ts",
    search: "  return `${customerId}:${named}:${amountCents}`;",
    replace: "  return `${customerId.slice(0, 4)}${named}:${amountCents}`;",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/attempts/intent-rules.test.ts",
      test: "supplier, document, attempt and amount each change the key, and the same intent keeps it",
    },
  },
  {
    name: "a list shows the row of another supplier",
    file: "lib/core/database/page-reading.ts",
    search: "    if (found.some((row) => row.customerId !== customerId)) throw",
    replace: '    if (found.every((row) => row.customerId !== customerId && row.id === "")) throw',
    noticedBy: { ...BY_CORE_SUPPLIER_WALL, test: "is refused as a whole if it contains another supplier's row" },
  },
  {
    name: "a connection keeps showing the rows of the supplier who had it before",
    file: "lib/core/tenants/scoped-pool.ts",
    search: "    if (this.told.get(client) === customer) return client;",
    replace: "    if (this.told.has(client)) return client;",
    noticedBy: {
      ...BY_CORE_SUPPLIER_WALL,
      test: "shows no rows of its last supplier to the next supplier or to an unproven request",
    },
  },
  {
    name: "an event goes to every supplier of that vendor",
    file: "lib/inbox/mutations.ts",
    search: "  return Prisma.sql`connections AS owner ON owner.type = ${provider} AND owner.organisation_id`;",
    replace:
      "  return Prisma.sql`connections AS owner ON owner.type = ${provider} AND owner.organisation_id IS NOT NULL AND event->>2`;",
    noticedBy: {
      tier: "db",
      file: "lib/inbox/mutations.db.test.ts",
      test: "of several suppliers in one delivery go to the right supplier each",
    },
  },
  {
    name: "work for one supplier sees the rows of all",
    file: SUPPLIER_WALL,
    search: "  return await holders.run({ reach: { supplier: customerId } }, async () => await run());",
    replace: '  return await holders.run({ reach: "all" }, async () => await run());',
    noticedBy: {
      ...BY_CORE_SUPPLIER_WALL,
      test: "$name shows a query without a filter only the supplier's rows, and changes no others",
    },
  },
  {
    name: "a request acts for two suppliers",
    file: SUPPLIER_WALL,
    search: '  else if (holder.reach.supplier !== customerId) throw new Error("a request acts for two suppliers");',
    replace: "  else holder.reach = { supplier: customerId };",
    noticedBy: { ...BY_CORE_SUPPLIER_WALL, test: "cannot switch to another supplier" },
  },
  {
    name: "a request sees everything until it is known who asks",
    file: SUPPLIER_WALL,
    search: 'holders.enterWith({ reach: "none" })',
    replace: 'holders.enterWith({ reach: "all" })',
    noticedBy: {
      ...BY_CORE_SUPPLIER_WALL,
      test: "sees no rows before it has proved its supplier, then only that supplier's rows",
    },
  },
];
