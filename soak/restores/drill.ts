import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { importOrphanedPayments } from "@/lib/collections/execution/orphan-provider";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { dropDatabase } from "../../test/postgres";
import { JobTable } from "../lives/job-table";
import { Stage } from "../lives/stage";
import { SimulatedSupplier } from "../lives/supplier";
import { SimulatedWorld } from "../lives/world";
import type { LedgerPayment } from "../oracle/ledger";

export interface Written {
  id: string;
  number: string;
}

/** What a test file keeps between drills. */
export interface DrillGround {
  /** Deletes everything and connects a new supplier on both sides. */
  begin(): Promise<Drill>;
  stop(): Promise<void>;
}

export async function layDrillGround(): Promise<DrillGround> {
  const { adminUrl } = inject("postgres");
  const live = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const names = { adminUrl, live, picture: `${live}_picture` };
  const world = await SimulatedWorld.start();
  const table = new JobTable();
  return {
    begin: async () => {
      await table.forgetEverything();
      await world.reset(7);
      const stage = new Stage(world, await SimulatedSupplier.connect(), table, 7);
      await stage.settle();
      return new Drill(stage, names);
    },
    stop: async () => {
      await world.stop();
      await table.close();
      await dropDatabase(adminUrl, names.picture);
    },
  };
}

/**
 * The restore drill. A copy of the database is taken, supplier and payers continue for some minutes, and the product
 * starts again on the copy. GoCardless then has payments that the database does not know.
 */
export class Drill {
  payer = newPayer("Café Ähre");

  constructor(
    readonly stage: Stage,
    private readonly names: { adminUrl: string; live: string; picture: string },
  ) {}

  takePicture = () => this.copy(this.names.live, this.names.picture);
  restorePicture = () => this.copy(this.names.picture, this.names.live);

  /** Replaces the database `to` by a copy of `from`. */
  private async copy(from: string, to: string): Promise<void> {
    await db.$disconnect();
    await dropDatabase(this.names.adminUrl, to);
    const client = new pg.Client(this.names.adminUrl);
    await client.connect();
    // The queue has a connection of its own, which it opens again.
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [from]);
    await client.query(`CREATE DATABASE "${to}" TEMPLATE "${from}"`);
    await client.end();
  }

  /** Calls the twins' control panel, which plays the outside world. */
  async desk<T>(path: string, body: object = {}): Promise<T> {
    return (await this.stage.world.desk<T>(path, body)) as T;
  }

  async write(amountCents = 11_900): Promise<Written> {
    const organisation = this.stage.supplier.books;
    const invoice = { contact: this.payer, amountCents, paymentTermLabel: DIRECT_DEBIT_TERM };
    return await this.desk<Written>("/lexware/invoices", { organisation, ...invoice });
  }

  async sign(): Promise<void> {
    const { account: organisation } = this.stage.supplier;
    await this.desk(`/gocardless/mandates/${this.payer.email}/sign`, { organisation });
  }

  /** Creates a payer with a signed mandate, whose first invoice already has a payment. */
  async signed(): Promise<void> {
    await this.write(100);
    await this.stage.settle();
    await this.sign();
    await this.stage.settle();
  }

  async payments(): Promise<LedgerPayment[]> {
    return (await this.stage.world.ledger()).gocardless.payments;
  }

  async paymentsFor({ number }: Written): Promise<LedgerPayment[]> {
    return (await this.payments()).filter((payment) => payment.metadata.invoice === number);
  }

  /** Expects exactly one payment that can bring money, known to the database and holding the invoice. */
  async expectOnce(written: Written, amountCents: number): Promise<void> {
    const [payment, ...more] = alive(await this.paymentsFor(written));
    expect(more, written.number).toEqual([]);
    expect(payment).toMatchObject({ amountCents });
    const rows = await db.collection.findMany({ where: { invoice: { externalId: written.id }, holdsInvoice: true } });
    expect(rows).toMatchObject([{ providerId: payment?.id, amountCents, status: "created", isDuplicate: false }]);
  }

  /** The operator's command between restore and start. It may be forgotten if nothing changed meanwhile. */
  async afterRestore(): ReturnType<typeof importOrphanedPayments> {
    return await importOrphanedPayments(this.stage.supplier.seeded.customerId);
  }

  /** The worst order: invoices are read, decided and submitted before anybody reads GoCardless' events. */
  async debitBeforeAnythingIsHeard(debits = 2): Promise<void> {
    const { customerId } = this.stage.supplier.seeded;
    await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
    await syncInvoices.run({ customerId });
    await decideInvoices.run({ customerId });
    const planned = await db.collection.findMany({ where: { customerId, status: "pending" } });
    expect(planned).toHaveLength(debits);
    for (const { id } of planned) await carryOutCollection.run({ customerId, collectionId: id });
  }
}

/** Payments that can still bring money. */
export function alive(payments: LedgerPayment[]): LedgerPayment[] {
  return payments.filter((payment) => payment.status !== "cancelled");
}

/** A payer that no other test uses. */
export function newPayer(name: string): { name: string; email: string } {
  return { name, email: `zahler-${randomUUID().slice(0, 8)}@zahler.example` };
}
