import { People } from "../lives/people";
import type { Story, WrittenInvoice } from "../oracle/story";
import type { Place } from "./place";

/** After this many new invoices, somebody changes an earlier one. */
const WRITES_AN_ACT = 4;
/** The changed invoice is this many back: the product may have seen it, and its payment is mostly not submitted yet. */
const BACK = 3;
/** One invoice in this many is an e-invoice. */
const WRITES_A_FILE = 3;
const ACTS = ["pay", "change", "exclude"] as const;

/** What the suppliers do while the installation's processes are killed. */
export class CrashWriter {
  /** False while the database lacks a migration that this program's own code needs. */
  mayExclude = true;
  private readonly people: People;

  constructor(private readonly place: Pick<Place, "desk" | "chance" | "organisations" | "sender">) {
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
    const { chance, organisations, sender } = this.place;
    if (sender && index % WRITES_A_FILE === WRITES_A_FILE - 1) await this.people.send(sender, 10_000 + index);
    else await this.writeAs(chance.pick(organisations));
    if (index % WRITES_AN_ACT === WRITES_AN_ACT - 1) await this.act(this.place.chance.pick(ACTS));
  }

  async writeAs({ id, contactId }: Place["organisations"][number]): Promise<void> {
    await this.people.write(id, { id: contactId }, 10_000 + this.written);
  }

  /**
   * Somebody pays an invoice whose payment is not submitted yet, so that the product must cancel the payment.
   *
   * @returns false if there is none
   */
  async payWaiting(): Promise<boolean> {
    const { db } = await import("@/lib/core/database/db");
    const where = { status: "created" as const, cancelRequestedAt: null, holdsInvoice: true };
    const debits = await db.collection.findMany({
      where,
      include: { invoice: true },
      orderBy: { id: "desc" },
      take: 20,
    });
    const ids = debits.map(({ invoice }) => invoice.externalId);
    // An invoice paid a moment ago keeps its payment until the product sees that.
    const invoice = this.story.invoices.find((one) => ids.includes(one.id) && !isPaid(one));
    if (!invoice) return false;
    await this.people.pay(invoice);
    return true;
  }

  private async act(what: (typeof ACTS)[number]): Promise<void> {
    const invoice = this.story.invoices.at(-1 - BACK);
    if (!invoice || isPaid(invoice)) return;
    if (what === "exclude" && !this.mayExclude) return;
    if (what === "exclude") await this.people.exclude(invoice);
    else if (what === "pay") await this.people.pay(invoice);
    else await this.people.change(invoice, (invoice.owed.at(-1)?.value ?? 0) + 5_000);
  }
}

const isPaid = ({ owed }: WrittenInvoice) => owed.at(-1)?.value === 0;
