import { randomUUID } from "node:crypto";
import { db, Prisma } from "@/lib/core/database/db";

export interface SupplierTable {
  name: string;
  /** The column with the supplier's id. */
  key: string;
  isWalled: boolean;
  policies: number;
}

/** Returns every table with rows of suppliers, and the suppliers' own table, from the database's catalogue. */
export async function supplierTables(): Promise<SupplierTable[]> {
  return await db.$queryRaw`
    SELECT c.relname AS name, a.attname AS key, c.relrowsecurity AS "isWalled",
      (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND (a.attname = 'customer_id' OR (c.relname = 'customers' AND a.attname = 'id'))
    ORDER BY 1`;
}

interface Column {
  name: string;
  type: string;
  label: string | null;
}

/**
 * Inserts a row of a supplier into each table: required columns get a value that fits their type. With `tables`, the
 * caller's role inserts. Without, the tables' owner does, which may skip foreign keys.
 */
export async function rowInEveryTable(customerId: string, tables?: SupplierTable[]): Promise<void> {
  for (const { name, key } of tables ?? (await supplierTables()).filter((table) => table.name !== "customers")) {
    const columns = await columnsOf(name);
    const values = columns.map((column) => (column.name === key ? Prisma.sql`${customerId}` : sampleOf(column)));
    const names = Prisma.raw(columns.map((column) => `"${column.name}"`).join(", "));
    const insert = Prisma.sql`INSERT INTO ${Prisma.raw(`"${name}"`)} (${names}) VALUES (${Prisma.join(values)})
      ON CONFLICT DO NOTHING`;
    if (tables) await db.$executeRaw(insert);
    else
      await db.$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
        await tx.$executeRaw(insert);
      });
  }
}

async function columnsOf(table: string): Promise<Column[]> {
  return await db.$queryRaw`
    SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
      (SELECT enumlabel FROM pg_enum e WHERE e.enumtypid = a.atttypid ORDER BY enumsortorder LIMIT 1) AS label
    FROM pg_attribute a
    WHERE a.attrelid = ${`public.${table}`}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND (a.attnotnull AND NOT a.atthasdef OR a.attname = 'customer_id')`;
}

function sampleOf({ type, label }: Column): Prisma.Sql {
  if (label !== null) return Prisma.raw(`'${label}'`);
  if (type === "text") return Prisma.sql`${randomUUID()}`;
  if (type === "boolean") return Prisma.sql`false`;
  if (type === "jsonb") return Prisma.sql`'{}'::jsonb`;
  if (type === "bytea") return Prisma.sql`''::bytea`;
  if (type === "date" || type.startsWith("timestamp")) return Prisma.sql`now()`;
  if (type.endsWith("[]")) return Prisma.sql`'{}'`;
  return Prisma.sql`0`;
}
