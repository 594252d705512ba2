import { z } from "zod";
import { centsFromDecimal } from "@/lib/core/money/money";
import { isStorableMoment } from "@/lib/core/text/storable";
import { ProviderError } from "@/lib/core/web/provider-error";

/** How answers of every accounting system become our types. Values in an unknown format are never guessed. */

/**
 * Parses a vendor's answer with the schema and returns the result.
 *
 * @param place vendor and path, for the error message
 * @throws ProviderError kind `unreadable`; for a write kind `network`, because the vendor may have executed the write
 */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { place, isWrite = false }: { place: string; isWrite?: boolean },
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join(".");
  throw new ProviderError(isWrite ? "network" : "unreadable", `${place} answered in an unknown format: ${field}`);
}

interface SiftedRows<T> {
  rows: T[];
  /** Rows in an unknown format, as the vendor sent them. */
  unread: unknown[];
}

/**
 * At most this many rows of a page may all be unreadable. A short list, such as a supplier's part-paid invoices, may
 * hold only odd rows.
 */
const A_FEW = 10;

/**
 * Parses each row of a list separately, so that one row in an unknown format does not hide the others.
 *
 * @throws ProviderError kind `unreadable` if the list has more than `A_FEW` rows and none can be read: its format has
 * changed
 */
export function siftRows<S extends z.ZodType>(schema: S, found: unknown[], place: string): SiftedRows<z.output<S>> {
  const rows: z.output<S>[] = [];
  const unread: unknown[] = [];
  for (const row of found) {
    const parsed = schema.safeParse(row);
    if (parsed.success) rows.push(parsed.data);
    else unread.push(row);
  }
  if (rows.length === 0 && unread.length > A_FEW) readAnswer(z.array(schema), found, { place });
  return { rows, unread };
}

/**
 * Returns a plain value from a row in an unknown format, as trimmed text. Returns undefined for a blank, and for a
 * value that equals the field's name: a row of headings holds that in each field.
 */
export function textOf(row: unknown, field: string): string | undefined {
  const value = (row as Record<string, unknown> | null)?.[field];
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" || text === field ? undefined : text;
}

/** An amount of money, as a number or as text. */
export const wireAmount = z.union([z.string(), z.number()]).refine((amount) => {
  try {
    return Number.isFinite(centsFromDecimal(amount));
  } catch {
    return false;
  }
}, "no amount of money");

/** A date-time, or a date. */
export const wireInstant = z.string().refine((text) => isStorableMoment(new Date(text)), "no moment");
