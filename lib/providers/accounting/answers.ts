import { z } from "zod";
import { centsFromDecimal } from "@/lib/core/money";
import { ProviderError } from "@/lib/core/provider-error";
import { isStorableMoment } from "@/lib/core/storable";

/** How every system's answers become ours: what has a form we do not know is never guessed at. */

/**
 * @param place whose answer it is, for the message: vendor and path
 * @throws ProviderError kind `unreadable`; of a write kind `network`, for it may well have been carried out
 */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { place, isWrite = false }: { place: string; isWrite?: boolean },
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join(".");
  throw new ProviderError(isWrite ? "network" : "unreadable", `${place} answered in an unknown form: ${field}`);
}

interface SiftedRows<T> {
  rows: T[];
  /** Those in an unknown form, as they came. */
  unread: unknown[];
}

/** So many rows of one page may each be odd by themselves: a supplier's part-paid invoices, say, are a short list of their own. */
const A_FEW = 10;

/**
 * Rows of a list, each by itself: one in an unknown form must not hide the others.
 *
 * @throws ProviderError kind `unreadable` if there are more than a few and none can be read: then the list has another form
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
 * A field of a row in an unknown form, as far as it is a plain value. A blank names nothing, and neither does the name of the
 * field itself, which a row of headings has in each.
 */
export function textOf(row: unknown, field: string): string | undefined {
  const value = (row as Record<string, unknown> | null)?.[field];
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" || text === field ? undefined : text;
}

/** An amount of money, as a number or as a text. */
export const wireAmount = z.union([z.string(), z.number()]).refine((amount) => {
  try {
    return Number.isFinite(centsFromDecimal(amount));
  } catch {
    return false;
  }
}, "no amount of money");

/** A moment, or the day it falls on. */
export const wireInstant = z.string().refine((text) => isStorableMoment(new Date(text)), "no moment");
