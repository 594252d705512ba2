import type { CustomerId } from "@/lib/auth/scope";
import { Prisma, type Tx } from "@/lib/core/database/db";
import { filesOfCorrected } from "@/lib/e-invoices/intake/data";
import { USABLE } from "@/lib/statuses/mandate-rules";

/** A contact that e-invoices know by a key; without an id if its row is missing. */
export interface KnownBuyer {
  externalId: string;
  id: string | null;
  companyName: string;
  email: string | null;
  isArchived: boolean;
}

/** The numbers, buyers and mandates that some files name, as far as they are stored. */
export interface Known {
  /** Numbers of invoices, of what corrections have replaced, and of invoices for which credits wait. */
  numbers: Set<string>;
  /** By key. */
  buyers: Map<string, KnownBuyer>;
  /** References of usable mandates. */
  mandates: Set<string>;
}

export async function readKnown(
  tx: Tx,
  customerId: CustomerId,
  names: { numbers: string[]; keys: string[]; references: string[] },
): Promise<Known> {
  return {
    numbers: await findNumbers(tx, customerId, names.numbers),
    buyers: await findBuyers(tx, customerId, names.keys),
    mandates: await findMandates(tx, customerId, names.references),
  };
}

async function findNumbers(tx: Tx, customerId: CustomerId, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ number: string }[]>(numbersAmong(customerId, numbers));
  return new Set(rows.map(({ number }) => number));
}

/** The statement that finds which of these numbers are in use. */
export function numbersAmong(customerId: CustomerId, numbers: string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT external_id AS number FROM invoices
    WHERE customer_id = ${customerId} AND books = 'EINVOICE' AND external_id = ANY (${numbers})
    UNION ALL
    SELECT number FROM invoices
    WHERE customer_id = ${customerId} AND books = 'EINVOICE' AND number = ANY (${numbers})
    UNION ALL
    SELECT n.number FROM ${filesOfCorrected(customerId)} AS f
    CROSS JOIN LATERAL (
      SELECT f.facts->>'number' AS number UNION ALL SELECT jsonb_array_elements_text(f.facts->'precedingNumbers')) AS n
    WHERE n.number = ANY (${numbers})
    UNION ALL
    SELECT n.number FROM e_invoice_files f
    CROSS JOIN LATERAL jsonb_array_elements_text(f.facts->'precedingNumbers') AS n(number)
    WHERE f.customer_id = ${customerId} AND f.status = 'held' AND f.reason = 'credit_waits'
      AND n.number = ANY (${numbers})`;
}

async function findBuyers(tx: Tx, customerId: CustomerId, keys: string[]): Promise<Map<string, KnownBuyer>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.$queryRaw<(KnownBuyer & { key: string })[]>`
    SELECT b.key, b.external_id AS "externalId", c.id, COALESCE(c.company_name, '') AS "companyName", c.email,
      COALESCE(c.is_archived, false) AS "isArchived"
    FROM e_invoice_buyers b
    LEFT JOIN contacts c ON c.customer_id = b.customer_id AND c.books = 'EINVOICE' AND c.external_id = b.external_id
    WHERE b.customer_id = ${customerId} AND b.key = ANY (${keys})
    UNION ALL
    SELECT c.external_id, c.external_id, NULL, '', NULL, false FROM contacts c
    WHERE c.customer_id = ${customerId} AND c.books = 'EINVOICE' AND c.external_id = ANY (${keys}) AND NOT EXISTS (
      SELECT 1 FROM e_invoice_buyers b WHERE b.customer_id = c.customer_id AND b.key = c.external_id)`;
  return new Map(rows.map(({ key, ...buyer }) => [key, buyer]));
}

async function findMandates(tx: Tx, customerId: CustomerId, references: string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await tx.mandate.findMany({
    where: { customerId, reference: { in: references }, status: { in: USABLE } },
    select: { reference: true },
  });
  return new Set(rows.flatMap(({ reference }) => reference ?? []));
}
