import { stopCollection } from "@/lib/collections/decision/mutations";
import { collectNow, holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { approveRetry, stopRetry } from "@/lib/collections/returns/retry-mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { disconnect } from "@/lib/connections/record/provider";
import { db, type Prisma } from "@/lib/core/database/db";
import { now, today } from "@/lib/core/time/clock";
import { addDays, type Day } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { saveSettings } from "@/lib/customers/record/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { confirmMatch } from "@/lib/mandates/matching/mutations";
import { cancelMandate } from "@/lib/mandates/provider/cancel-mutations";
import { chooseMandate } from "@/lib/mandates/record/mutations";
import { shareMandate, unshareMandate } from "@/lib/mandates/sharing/mutations";
import { setContactExcluded } from "@/lib/payers/exclusion/mutations";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { chooseEInvoices } from "./e-invoice-files";

/** The accounting system of a simulated supplier. */
export type BookSystem = "LEXOFFICE" | "EINVOICE";

/** The supplier of a simulated world, and what its people do in the product. */
export class SimulatedSupplier {
  /** Connections that ended at the vendor and were not renewed. */
  readonly dead = new Set<"LEXOFFICE" | "GOCARDLESS">();

  private constructor(
    readonly seeded: SeededSupplier,
    readonly system: BookSystem,
    readonly books: string,
    readonly account: string,
  ) {}

  static async connect(system: BookSystem = "LEXOFFICE"): Promise<SimulatedSupplier> {
    const seeded = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
    await seedConnection(seeded, "GOCARDLESS", { name: "Werkstatt Lindenhof" });
    if (system === "EINVOICE") await chooseEInvoices(seeded);
    else await seedConnection(seeded, system, { name: "Werkstatt Lindenhof" });
    const [books, account] = [await organisation(seeded, system), await organisation(seeded, "GOCARDLESS")];
    await withDirectDebit(seeded.customerId, (gc) => gc.account.creditor());
    return new SimulatedSupplier(seeded, system, books, account);
  }

  /** Enqueues the hourly run, which covers this supplier alone. */
  async enqueueHourly(): Promise<void> {
    await enqueueNow(jobs.hourly, {});
  }

  async enqueueNightly(): Promise<void> {
    await enqueueNow(jobs.nightly, {});
  }

  /** A person connects the same accounts again if a connection was lost. @returns whether one was lost */
  async reconnect(): Promise<boolean> {
    const lost = await db.connection.findMany({
      where: { customerId: this.seeded.customerId, status: { not: "connected" } },
    });
    for (const { type } of lost)
      if (type === "LEXOFFICE" || type === "GOCARDLESS")
        await seedConnection(this.seeded, type, { id: type === "LEXOFFICE" ? this.books : this.account })
          .then(() => this.dead.delete(type))
          .catch(ifNotTheVendor);
    return lost.length > 0;
  }

  /** This and the next methods @returns true if it was done, false if it was refused */
  async exclude(voucherId: string, isExcluded: boolean): Promise<boolean> {
    return await this.onInvoice(voucherId, (id) =>
      setExcluded(this.seeded.customerId, id, isExcluded, this.seeded.actor),
    );
  }

  async hold(voucherId: string, days: number): Promise<boolean> {
    const until = addDays(today(), days);
    return await this.onInvoice(voucherId, (id) => holdInvoice(this.seeded.customerId, id, until, this.seeded.actor));
  }

  async collectNow(voucherId: string): Promise<boolean> {
    return await this.onInvoice(voucherId, (id) => collectNow(this.seeded.customerId, id, this.seeded.actor));
  }

  async tryAgain(voucherId: string, day?: Day): Promise<boolean> {
    return await this.onInvoice(voucherId, async (id) => {
      await approveRetry(this.seeded.customerId, id, this.seeded.actor, day);
    });
  }

  async withoutRetry(voucherId: string): Promise<boolean> {
    return await this.onInvoice(voucherId, (id) => stopRetry(this.seeded.customerId, id, this.seeded.actor));
  }

  /** The supplier stops the payment in flight. */
  async stop(voucherId: string): Promise<boolean> {
    return await this.onInvoice(voucherId, async (invoiceId) => {
      const where = { customerId: this.seeded.customerId, invoiceId, holdsInvoice: true };
      const live = await db.collection.findFirst({ where });
      if (!live) throw new AppError("not_found");
      await stopCollection(this.seeded.customerId, live.id, this.seeded.actor);
    });
  }

  async excludePayer(email: string, isExcluded: boolean): Promise<boolean> {
    return await this.onContact(email, (id) =>
      setContactExcluded(this.seeded.customerId, id, isExcluded, this.seeded.actor),
    );
  }

  /** Both contacts are the same payer: collections of the first use the mandate of the other. */
  async share(email: string, other: string): Promise<boolean> {
    return await this.onContact(email, async (contactId) => {
      const mandate = await this.mandateOf({ contact: { email: other } });
      await shareMandate(this.seeded.customerId, { contactId, mandateId: mandate.id }, this.seeded.actor);
    });
  }

  async unshare(email: string): Promise<boolean> {
    return await this.onContact(email, (id) => unshareMandate(this.seeded.customerId, id, this.seeded.actor));
  }

  /** @returns the provider's id of a mandate that was found at the account and is now assigned to the payer */
  async claim(email: string): Promise<string | undefined> {
    return await this.onMandate({ proposedContact: { email }, contactId: null }, (id) =>
      confirmMatch(this.seeded.customerId, id, this.seeded.actor),
    );
  }

  /** @returns the provider's id of the payer's oldest mandate, which is now the chosen one */
  async choose(email: string): Promise<string | undefined> {
    return await this.onMandate({ contact: { email } }, (id) =>
      chooseMandate(this.seeded.customerId, id, this.seeded.actor),
    );
  }

  async endMandate(email: string): Promise<boolean> {
    const end = (id: string) => cancelMandate(this.seeded.customerId, id, this.seeded.actor);
    return (await this.onMandate({ contact: { email } }, end)) !== undefined;
  }

  async disconnect(): Promise<void> {
    await orRefused(() => disconnect(this.seeded.customerId, "GOCARDLESS", this.seeded.actor));
  }

  /** Ends or renews the contract, which was made outside Stripe, so no event reports it. */
  async setContract(isInForce: boolean): Promise<void> {
    const endsAt = isInForce ? null : now();
    await db.contract.update({ where: { customerId: this.seeded.customerId }, data: { endsAt } });
  }

  /** Returns the product's own rows, which help to explain a finding that cannot be reproduced. */
  async knowledge(): Promise<string> {
    const where = { customerId: this.seeded.customerId };
    const invoices = await db.invoice.findMany({
      where,
      orderBy: { number: "asc" },
      select: { number: true, bookStatus: true, openCents: true, outcome: true, reason: true, needsDecision: true },
    });
    const mandates = await db.mandate.findMany({
      where,
      select: { providerId: true, status: true, signedAt: true, contactId: true, proposedContactId: true },
    });
    const steps = await db.collectionEvent.findMany({
      where,
      orderBy: { occurredAt: "asc" },
      select: {
        collection: { select: { reference: true, attempt: true } },
        action: true,
        cause: true,
        occurredAt: true,
      },
    });
    const collections = steps.map(({ collection, action, cause, occurredAt }) => {
      return [collection.reference, collection.attempt, action, cause, occurredAt.toISOString()];
    });
    const payouts = await db.payout.findMany({
      where,
      select: { providerId: true, status: true, bookingStatus: true },
    });
    const notices = await db.notice.findMany({ where: { ...where, resolvedAt: null }, select: { key: true } });
    const differences = await db.difference.findMany({ where, select: { kind: true, subject: true, ours: true } });
    const all = { invoices, collections, mandates, payouts, notices, differences };
    return Object.entries(all)
      .flatMap(([name, rows]) => rows.map((row) => `${name}: ${Object.values(row).join(" ")}`))
      .join("\n    ");
  }

  async settings(settings: { daysEarlier?: number; retriesReturns?: boolean }): Promise<boolean> {
    return await orRefused(() => saveSettings(this.seeded.customerId, settings, this.seeded.actor));
  }

  /** A refusal with a reason is an answer, not a fault. */
  private async onInvoice(voucherId: string, act: (id: string) => Promise<void>): Promise<boolean> {
    const { customerId } = this.seeded;
    const where = { customerId_books_externalId: { customerId, books: this.system, externalId: voucherId } };
    const row = await db.invoice.findUnique({ where });
    return row !== null && (await orRefused(() => act(row.id)));
  }

  private async onContact(email: string, act: (id: string) => Promise<void>): Promise<boolean> {
    const where = { customerId: this.seeded.customerId, email, staleAt: null };
    const row = await db.contact.findFirst({ where, orderBy: { id: "asc" } });
    return row !== null && (await orRefused(() => act(row.id)));
  }

  private async onMandate(
    where: Prisma.MandateWhereInput,
    act: (id: string) => Promise<void>,
  ): Promise<string | undefined> {
    let providerId: string | undefined;
    const isDone = await orRefused(async () => {
      const mandate = await this.mandateOf(where);
      providerId = mandate.providerId;
      await act(mandate.id);
    });
    return isDone ? providerId : undefined;
  }

  private async mandateOf(where: Prisma.MandateWhereInput): Promise<{ id: string; providerId: string }> {
    const found = await db.mandate.findFirst({
      where: { ...where, customerId: this.seeded.customerId, status: { in: ["pending_submission", "active"] } },
      orderBy: { id: "asc" },
    });
    if (!found) throw new AppError("not_found");
    return found;
  }
}

/** @returns false if it was refused with a reason: an answer, not a fault */
async function orRefused(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

/** When the vendor fails or refuses, the person sees an error and tries again another day. */
function ifNotTheVendor(error: unknown): void {
  const isRefused = error instanceof AppError && error.code === "oauth_refused";
  if (!(error instanceof ProviderError || isRefused)) throw error;
}

async function organisation({ customerId }: SeededSupplier, type: BookSystem | "GOCARDLESS"): Promise<string> {
  const row = await db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type } } });
  return row.organisationId ?? "";
}
