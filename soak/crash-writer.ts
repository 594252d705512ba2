import type { CustomerId } from "@/lib/auth/scope";
import { AppError } from "@/lib/core/errors";
import { call, type Place } from "./crashes";
import { emptyStory, note, type Story, type WrittenInvoice, written } from "./story";

interface Voucher {
  id: string;
  number: string;
  openCents: number;
  totalCents: number;
  dueDate: string;
  contactEmail: string;
}

/** With every so many invoices that are written something is done to an earlier one. */
const WRITES_AN_ACT = 4;
/** So many back: the product has had a chance to see it, and its debit is mostly not with the bank yet. */
const BACK = 3;
const ACTS = ["pay", "change", "exclude"] as const;

/** What the suppliers do while everything is killed around them. */
export class CrashWriter {
  readonly story: Story = emptyStory();

  constructor(private readonly place: Place) {}

  get written(): number {
    return this.story.invoices.length;
  }

  async write(): Promise<void> {
    const index = this.written;
    const { id, contactId } = this.place.chance.pick(this.place.organisations);
    const at = await this.now();
    const made = await call<Voucher>(this.place, "/lexware/invoices", {
      organisation: id,
      contact: { id: contactId },
      amountCents: 10_000 + index,
      paymentTermLabel: "Der Betrag wird per SEPA-Lastschrift eingezogen.",
    });
    this.story.invoices.push(written(at, { ...made, owed: made.openCents, payer: made.contactEmail }));
    if (index % WRITES_AN_ACT === WRITES_AN_ACT - 1) await this.act(this.place.chance.pick(ACTS));
  }

  /** Somebody pays an invoice whose debit is not with the bank yet: it has to be called off. */
  async payWaiting(): Promise<void> {
    const { db } = await import("@/lib/core/db");
    const where = { status: "created" as const, cancelRequestedAt: null, holdsInvoice: true };
    const debits = await db.collection.findMany({
      where,
      include: { invoice: true },
      orderBy: { id: "desc" },
      take: 20,
    });
    const ids = debits.map(({ invoice }) => invoice.externalId);
    // What was paid a moment ago has its debit until the product sees it.
    const invoice = this.story.invoices.find((one) => ids.includes(one.id) && !isPaid(one));
    if (!invoice) return;
    const at = await this.now();
    await call<Voucher>(this.place, `/lexware/invoices/${invoice.id}/pay`, {});
    note(invoice.owed, at, 0);
  }

  private async act(what: (typeof ACTS)[number]): Promise<void> {
    const invoice = this.story.invoices.at(-1 - BACK);
    if (!invoice || isPaid(invoice)) return;
    const at = await this.now();
    if (what === "exclude") {
      if (await exclude(invoice)) note(invoice.exclusions, at, true);
      return;
    }
    const owed = (invoice.owed.at(-1)?.value ?? 0) + 5_000;
    const body = what === "change" ? { amountCents: owed } : {};
    await call<Voucher>(this.place, `/lexware/invoices/${invoice.id}/${what}`, body);
    note(invoice.owed, at, what === "change" ? owed : 0);
  }

  private async now(): Promise<string> {
    return (await call<{ now: string }>(this.place, "/clock", undefined, "GET")).now;
  }
}

const isPaid = ({ owed }: WrittenInvoice) => owed.at(-1)?.value === 0;

/** In the product, as the supplier would. @returns false if it does not know the invoice yet, or it is too late */
async function exclude({ id }: WrittenInvoice): Promise<boolean> {
  const { db } = await import("@/lib/core/db");
  const { setExcluded } = await import("@/lib/invoices/mutations");
  const include = { customer: { include: { memberships: { include: { user: true } } } } } as const;
  const row = await db.invoice.findFirst({ where: { externalId: id }, include });
  const user = row?.customer.memberships[0]?.user;
  if (!row || !user) return false;
  const actor = { userId: user.id, userName: user.name, ip: "soak" };
  try {
    await setExcluded(row.customerId as CustomerId, row.id, true, actor);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== "not_found") return false;
    throw error;
  }
}
