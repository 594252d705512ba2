import { setTimeout as wait } from "node:timers/promises";
import { call, clockOf, type Installation } from "../crashes/installation";
import { isAllBooked, nudge, untilActedOn } from "../crashes/whole-oracle";
import { People } from "../lives/people";
import { note, type WrittenInvoice } from "../oracle/story";

const LIMIT_MS = 120_000;
/** How many invoices each supplier writes at most while the base backup is taken. */
const BESIDE_BACKUP = 6;

interface Supplier {
  id: string;
  contactId: string;
  index: number;
  /** Invoices of the payer with a mandate that the backup contains, in the order of what happens to them afterwards. */
  known: WrittenInvoice[];
}

/**
 * What suppliers and payers do before and after the moment to which a database is restored. After it, everything that
 * can happen to a payment happens once, and the restored rows know nothing of it.
 */
export class RestoreLife {
  readonly people: People;
  private readonly suppliers: Supplier[];
  private amount = 10_000;
  private round = 0;
  /** E-mail addresses of payers who were asked before the moment and sign after it. */
  private asked: string[] = [];
  /** E-mail addresses of payers who were first asked after the moment. */
  private late: string[] = [];
  /** Invoices that the restored database must know, and invoices that it must not know. */
  before: WrittenInvoice[] = [];
  after: WrittenInvoice[] = [];
  /** Invoices excluded since the moment; the restore reverts that choice. */
  private excluded: WrittenInvoice[] = [];

  constructor(private readonly place: Installation) {
    this.people = new People(place);
    this.suppliers = place.organisations.map((one, index) => ({ ...one, index, known: [] }));
  }

  /** Writes invoices that are debited, and some whose payer is asked for a mandate. */
  async beforeMoment(): Promise<void> {
    this.round += 1;
    [this.asked, this.late, this.before, this.after, this.excluded] = [[], [], [], [], []];
    for (const supplier of this.suppliers) {
      supplier.known = [];
      for (let index = 0; index < 4; index += 1) supplier.known.push(await this.write(supplier));
      this.before.push(...supplier.known, await this.writeToNew(supplier, "asked", this.asked));
    }
    await this.untilDebited(this.before);
  }

  /** Writes invoices while the base backup is taken. */
  async writeUntil(isOver: () => boolean): Promise<void> {
    for (let index = 0; index < BESIDE_BACKUP && !isOver(); index += 1)
      for (const supplier of this.suppliers) this.before.push(await this.write(supplier));
  }

  async untilQuiet(): Promise<void> {
    await this.untilDebited([...this.before, ...this.after]);
  }

  /**
   * Writes invoices without waiting for their payments: the moment, or the server's end, comes while they are
   * processed.
   */
  async writeInPassing(): Promise<void> {
    for (const supplier of this.suppliers) await this.write(supplier);
  }

  /** Does everything that the restored database will not know. */
  async afterMoment(): Promise<void> {
    for (const supplier of this.suppliers) {
      const [lowered, paid, voided, excluded] = supplier.known as [
        WrittenInvoice,
        WrittenInvoice,
        WrittenInvoice,
        WrittenInvoice,
      ];
      const fresh = await this.writeSome(supplier, 4);
      this.after.push(...fresh, await this.writeToNew(supplier, "late", this.late));
      await this.people.change(lowered, 5_000 + supplier.index);
      await this.people.pay(paid);
      await this.people.void(voided);
      if (await this.people.exclude(excluded)) this.excluded.push(excluded);
    }
    await this.sign(this.asked);
    this.asked = [];
    await this.untilQuiet();
    for (const supplier of this.suppliers) {
      const own = this.after.filter((one) => one.payers[0]?.value === supplierPayer(supplier));
      const [lowered, paid, voided] = own;
      if (lowered) await this.people.change(lowered, 6_000 + supplier.index);
      if (paid) await this.people.pay(paid);
      if (voided) await this.people.void(voided);
    }
    // Half of the payers asked since the moment sign at once.
    const signing = this.late.filter((_, index) => index % 2 === 0);
    await this.sign(signing);
    this.late = this.late.filter((email) => !signing.includes(email));
    await this.untilQuiet();
  }

  /** Lets days pass until earlier payments are paid out and booked. */
  async untilBooked(days: number): Promise<void> {
    await call(this.place, "/clock", { advanceDays: days });
    for (const limit = Date.now() + LIMIT_MS; !(await isAllBooked(this.place)); await wait(3_000)) {
      if (Date.now() > limit) throw new Error("payouts are not booked");
      await nudge();
    }
  }

  /** Makes the accounting system report the later invoices before anybody reads GoCardless: the worst order. */
  async touchAll(): Promise<void> {
    for (const invoice of this.after) if (invoice.owed.at(-1)?.value !== 0) await this.people.touch(invoice);
  }

  /**
   * Notes in the event log that the database is back at the moment: later choices no longer hold, and payers asked
   * since are asked again.
   */
  async restored(moment: string): Promise<void> {
    const at = await clockOf(this.place);
    for (const { exclusions } of this.excluded) note(exclusions, at, false);
    // Mails have a precision of whole seconds.
    const from = new Date(Math.floor(Date.parse(moment) / 1_000) * 1_000).toISOString();
    this.people.story.lostTimes.push({ from, to: new Date().toISOString() });
  }

  async signLate(): Promise<void> {
    await this.sign(this.late);
    this.late = [];
  }

  private async write({ id, contactId }: Supplier): Promise<WrittenInvoice> {
    this.amount += 1;
    return await this.people.write(id, { id: contactId }, this.amount);
  }

  private async writeSome(supplier: Supplier, count: number): Promise<WrittenInvoice[]> {
    const all: WrittenInvoice[] = [];
    for (let index = 0; index < count; index += 1) all.push(await this.write(supplier));
    return all;
  }

  private async writeToNew(supplier: Supplier, kind: string, list: string[]): Promise<WrittenInvoice> {
    const email = `${kind}-${this.round}-${supplier.index + 1}@restore.example`;
    list.push(email);
    this.amount += 1;
    return await this.people.write(supplier.id, { name: `Betrieb ${email}`, email }, this.amount);
  }

  /** Signs as soon as the product has asked the payers. */
  private async sign(emails: string[]): Promise<void> {
    for (const email of emails) {
      const limit = Date.now() + LIMIT_MS;
      const attempt = () => call(this.place, `/gocardless/mandates/${email}/sign`, {}).then(() => undefined, String);
      for (let failure = await attempt(); failure !== undefined; failure = await attempt()) {
        if (!failure.includes(" 404 ") || Date.now() > limit) throw new Error(failure);
        await wait(250);
      }
    }
  }

  /** Waits for the payments of all invoices except those whose payer has not signed yet. */
  private async untilDebited(invoices: WrittenInvoice[]): Promise<void> {
    const waiting = [...this.asked, ...this.late];
    const ready = invoices.filter(({ payers }) => !waiting.includes(payers[0]?.value ?? ""));
    await untilActedOn(this.place, ready, LIMIT_MS);
  }
}

const supplierPayer = ({ index }: Supplier) => `zahler-${index + 1}@bench.example`;
