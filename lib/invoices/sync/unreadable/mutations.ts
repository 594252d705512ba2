import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { isUnreadable, type ProviderError } from "@/lib/core/web/provider-error";
import { raiseNotice, resolveNotice, unreadableKey } from "@/lib/notices/mutations";
import type { EntryPage } from "@/lib/providers/accounting/port";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";

type What = "document" | "contact";

/**
 * Collects the documents and contacts with a form we do not know, during one run. Each raises a notice and is skipped,
 * so that the run continues. It is tried again when all open documents are listed (hourly), or when a list shows it
 * readable.
 */
export class Unread {
  /** Notice keys of what was found unreadable in this run. */
  private readonly found = new Set<string>();
  /** Keys of what a list has shown readable, so that it may be read again. */
  private readonly shown = new Set<string>();

  private constructor(
    private readonly customerId: CustomerId,
    private readonly type: OnlineSystem,
    /** Keys of the notices that were open before the run. */
    private readonly told: string[],
    /** True if all of these are tried again. */
    private readonly isWhole: boolean,
  ) {}

  /** @param isWhole true if the run lists all open documents */
  static async open(customerId: CustomerId, type: OnlineSystem, isWhole: boolean): Promise<Unread> {
    const where = { customerId, kind: "books_unreadable", resolvedAt: null, key: { startsWith: unreadableKey(type) } };
    const told = await db.notice.findMany({ where, select: { key: true } });
    const keys = told.map(({ key }) => key);
    return new Unread(customerId, type, keys, isWhole);
  }

  /** Returns the vendor's ids of what is not to be read now. */
  left(what: What): string[] {
    const start = unreadableKey(this.type, what, "");
    const keys = new Set([...this.found, ...this.told.filter((key) => !this.isTried(key))]);
    return [...keys].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  }

  /**
   * @param one `shown` is the number or name by which the supplier knows it
   * @param fault the vendor's error when it was read on its own
   */
  async note(
    what: What,
    { externalId, shown, invoiceId }: { externalId: string; shown: string; invoiceId?: string },
    fault?: ProviderError,
  ): Promise<void> {
    const key = unreadableKey(this.type, what, externalId);
    log.warn({ type: this.type, what, externalId, detail: fault?.message }, "unreadable vendor data skipped");
    this.found.add(key);
    const data = { number: shown || externalId, ...(invoiceId ? { invoiceId } : {}) };
    await db.$transaction((tx) => raiseNotice(tx, this.customerId, { key, kind: "books_unreadable", data }));
  }

  /**
   * Stores which rows of a list were readable, and which were not. Unreadable documents with a row here get stale
   * flags: read on their own they may be readable, and nothing is decided on outdated data. Others raise a notice only
   * if they claim money.
   */
  async noteRows({ rows: readable, unread: rows }: EntryPage): Promise<void> {
    for (const { externalId } of readable) this.shown.add(unreadableKey(this.type, "document", externalId));
    if (rows.length === 0) return;
    const ids = rows.flatMap(({ externalId }) => externalId ?? []);
    const where = { customerId: this.customerId, books: this.type, externalId: { in: ids } };
    const held = await db.invoice.findMany({ where, select: { externalId: true } });
    const at = new Date();
    await db.invoice.updateMany({ where: { ...where, staleAt: null }, data: { staleAt: at } });
    await db.invoice.updateMany({ where: { ...where, openStaleAt: null }, data: { openStaleAt: at } });
    for (const { externalId, number, status } of rows) {
      if (held.some((row) => row.externalId === externalId)) continue;
      if (status !== "open" && status !== "in_banking") continue;
      await this.note("document", { externalId: externalId ?? (number || "?"), shown: number });
    }
  }

  /** Raises a notice that the list of open documents cannot be read. Until it can, no new documents are found. */
  async noteList(): Promise<void> {
    const key = unreadableKey(this.type, "list");
    await db.$transaction((tx) => raiseNotice(tx, this.customerId, { key, kind: "books_list_unreadable" }));
  }

  /**
   * Ends the run, and resolves the notices of what was tried again without failing. It is readable now, or claims no
   * money.
   */
  async close(): Promise<void> {
    if (this.isWhole)
      await db.$transaction((tx) => resolveNotice(tx, this.customerId, unreadableKey(this.type, "list")));
    for (const key of this.told)
      if (this.isTried(key) && !this.found.has(key))
        await db.$transaction((tx) => resolveNotice(tx, this.customerId, key));
  }

  private isTried(key: string): boolean {
    return this.isWhole || this.shown.has(key);
  }
}

/** Returns an answer, or as `fault` the error of an answer in an unknown form. Any other error is thrown. */
export async function unlessUnreadable<T>(reading: Promise<T>): Promise<{ value?: T; fault?: ProviderError }> {
  try {
    return { value: await reading };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    log.warn({ detail: error.message }, "accounting system answered in an unknown format");
    return { fault: error };
  }
}
