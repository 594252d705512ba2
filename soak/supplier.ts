import { approveRetry } from "@/lib/collections/retry-mutations";
import { withDirectDebit } from "@/lib/connections/access";
import { today } from "@/lib/core/clock";
import { addDays } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { ProviderError } from "@/lib/core/provider-error";
import { saveSettings } from "@/lib/customers/mutations";
import { collectNow, holdInvoice, setExcluded } from "@/lib/invoices/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";

/** The supplier of one simulated world, and what the people there do in the product. */
export class SimulatedSupplier {
  private constructor(
    readonly seeded: SeededSupplier,
    readonly books: string,
    readonly account: string,
  ) {}

  static async connect(): Promise<SimulatedSupplier> {
    const seeded = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
    await seedConnection(seeded, "GOCARDLESS", { name: "Werkstatt Lindenhof" });
    await seedConnection(seeded, "LEXOFFICE", { name: "Werkstatt Lindenhof" });
    const [books, account] = [await organisation(seeded, "LEXOFFICE"), await organisation(seeded, "GOCARDLESS")];
    await withDirectDebit(seeded.customerId, (gc) => gc.account.creditor());
    return new SimulatedSupplier(seeded, books, account);
  }

  /** The hourly and the nightly run, as far as they are about this supplier: there is no other. */
  async promiseHourly(): Promise<void> {
    await enqueueNow(jobs.hourly, {});
  }

  async promiseNightly(): Promise<void> {
    await enqueueNow(jobs.nightly, {});
  }

  /** What a lost connection needs: a person who connects the same accounts again. */
  async reconnect(): Promise<void> {
    const lost = await db.connection.findMany({
      where: { customerId: this.seeded.customerId, status: { not: "connected" } },
    });
    for (const { type, organisationId } of lost)
      if (type === "LEXOFFICE" || type === "GOCARDLESS")
        await seedConnection(this.seeded, type, { id: organisationId ?? "" }).catch(ifNotTheVendor);
  }

  async exclude(voucherId: string, isExcluded: boolean): Promise<void> {
    await this.onInvoice(voucherId, (id) => setExcluded(this.seeded.customerId, id, isExcluded, this.seeded.actor));
  }

  async hold(voucherId: string, days: number): Promise<void> {
    const until = addDays(today(), days);
    await this.onInvoice(voucherId, (id) => holdInvoice(this.seeded.customerId, id, until, this.seeded.actor));
  }

  async collectNow(voucherId: string): Promise<void> {
    await this.onInvoice(voucherId, (id) => collectNow(this.seeded.customerId, id, this.seeded.actor));
  }

  async tryAgain(voucherId: string): Promise<void> {
    await this.onInvoice(voucherId, async (id) => {
      await approveRetry(this.seeded.customerId, id, this.seeded.actor);
    });
  }

  async settings(settings: { daysEarlier?: number; retriesReturns?: boolean }): Promise<void> {
    await saveSettings(this.seeded.customerId, settings, this.seeded.actor);
  }

  /** What cannot be done now is refused with a reason; that is an answer, not a fault. */
  private async onInvoice(voucherId: string, act: (id: string) => Promise<void>): Promise<void> {
    const { customerId } = this.seeded;
    const where = { customerId_books_externalId: { customerId, books: "LEXOFFICE" as const, externalId: voucherId } };
    const row = await db.invoice.findUnique({ where });
    if (!row) return;
    try {
      await act(row.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** When the vendor fails or refuses, the person reads so and comes back another day. */
function ifNotTheVendor(error: unknown): void {
  const isRefused = error instanceof AppError && error.code === "oauth_refused";
  if (!(error instanceof ProviderError || isRefused)) throw error;
}

async function organisation({ customerId }: SeededSupplier, type: "LEXOFFICE" | "GOCARDLESS"): Promise<string> {
  const row = await db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type } } });
  return row.organisationId ?? "";
}
