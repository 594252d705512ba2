import { People } from "../lives/people";
import type { Story, WrittenInvoice } from "../oracle/story";
import type { Place } from "./place";

/** With every so many invoices that are written something is done to an earlier one. */
const WRITES_AN_ACT = 4;
/** So many back: the product has had a chance to see it, and its debit is mostly not with the bank yet. */
const BACK = 3;
const ACTS = ["pay", "change", "exclude"] as const;

/** What the suppliers do while everything is killed around them. */
export class CrashWriter {
  private readonly people: People;

  constructor(private readonly place: Place) {
    this.people = new People(place);
  }

  get story(): Story {
    return this.people.story;
  }

  get written(): number {
    return this.story.invoices.length;
  }

  async write(): Promise<void> {
    const index = this.written;
    await this.writeAs(this.place.chance.pick(this.place.organisations));
    if (index % WRITES_AN_ACT === WRITES_AN_ACT - 1) await this.act(this.place.chance.pick(ACTS));
  }

  async writeAs({ id, contactId }: Place["organisations"][number]): Promise<void> {
    await this.people.write(id, { id: contactId }, 10_000 + this.written);
  }

  /**
   * Somebody pays an invoice whose debit is not with the bank yet: it has to be called off.
   *
   * @returns false if there is none
   */
  async payWaiting(): Promise<boolean> {
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
    if (!invoice) return false;
    await this.people.pay(invoice);
    return true;
  }

  private async act(what: (typeof ACTS)[number]): Promise<void> {
    const invoice = this.story.invoices.at(-1 - BACK);
    if (!invoice || isPaid(invoice)) return;
    if (what === "exclude") await this.people.exclude(invoice);
    else if (what === "pay") await this.people.pay(invoice);
    else await this.people.change(invoice, (invoice.owed.at(-1)?.value ?? 0) + 5_000);
  }
}

const isPaid = ({ owed }: WrittenInvoice) => owed.at(-1)?.value === 0;
