import { holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { writeNote } from "@/lib/collections/returns/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { addDays, daysBetween } from "@/lib/core/time/dates";
import { isTargetDay, nextTargetDay } from "@/lib/core/time/target-calendar";
import { AppError } from "@/lib/core/web/errors";
import { confirmMatch } from "@/lib/mandates/matching/mutations";
import { DIRECT_DEBIT_TERM, type SeededSupplier } from "@/prisma/seed/suppliers";
import { Chance } from "../../soak/chance";
import { PAYERS, type Payer, UNSIGNED } from "./payers";
import type { Stage } from "./stage";

/** Share of a usual month's work, January first: heating in autumn, little in the holidays. */
const SEASON = [0.8, 0.75, 1, 1.1, 1.15, 1.05, 0.75, 0.65, 1.15, 1.35, 1.4, 0.85];
/** Invoices of payers without a contract, on a usual working day. */
const SELDOM_PER_DAY = 0.85;
const TERM_DAYS = 14;
/** In the last weeks a day has at least this many invoices, so that debits are due on each of the recorded days. */
const LEAST_AT_THE_END = 2;
const END_DAYS = 30;

/** The end of a debit that is not simply paid. */
type Fate = {
  what: "fail" | "late-fail" | "charge-back";
  code: string;
  afterDays: number;
  next: "retry" | "paid" | "give-up";
};
const FATES: Fate[] = [
  { what: "fail", code: "AM04", afterDays: 0, next: "retry" },
  { what: "fail", code: "MS03", afterDays: 0, next: "retry" },
  { what: "charge-back", code: "MD06", afterDays: 9, next: "paid" },
  { what: "fail", code: "AM04", afterDays: 0, next: "retry" },
  { what: "fail", code: "AC04", afterDays: 0, next: "retry" },
  { what: "fail", code: "AM04", afterDays: 0, next: "retry" },
  { what: "late-fail", code: "AM04", afterDays: 5, next: "retry" },
  { what: "fail", code: "MD01", afterDays: 0, next: "retry" },
  { what: "charge-back", code: "MD06", afterDays: 14, next: "give-up" },
  { what: "fail", code: "AC06", afterDays: 0, next: "retry" },
];
/** One debit in so many is returned. */
const RETURNED_ONE_IN = 28;
/** The return that is open on each of the recorded days happens on this many days before the first of them. */
const OPEN_RETURN_DAYS = 3;

interface Debit {
  voucher: string;
  fate: Fate;
  returnedOn?: string;
}

/** The supplier, the payers and their banks, day by day. All chance is drawn from one seed. */
export class Year {
  private readonly chance = new Chance(20_261_130);
  private readonly debits: Debit[] = [];
  private readonly signing = new Map<string, string>();
  private readonly met = new Set<Payer>();
  private written = 0;
  private hasOpenReturn = false;

  constructor(
    private readonly stage: Stage,
    private readonly supplier: SeededSupplier,
    private readonly from: string,
    /** The first of the recorded days. */
    private readonly firstEnd: string,
  ) {}

  /** Plays people's acts on a working day. */
  async live(day: string): Promise<void> {
    if (isTargetDay(day)) await this.writeInvoices(day);
    await this.stage.settle();
    await this.matchMandates();
    await this.sign(day);
    await this.followReturns(day);
    await this.moveMandate(day);
    await this.instruct(day);
    await this.stage.settle();
  }

  /** Plays the banks' returns of debits in the afternoon. */
  async bank(day: string): Promise<void> {
    if (!isTargetDay(day)) return;
    for (const debit of this.debits.filter(({ returnedOn }) => !returnedOn)) {
      const { what, code, afterDays } = debit.fate;
      const collection = await db.collection.findFirst({
        where: {
          customerId: this.supplier.customerId,
          invoice: { externalId: debit.voucher },
          providerId: { not: null },
        },
      });
      const charged = collection?.chargeDate?.toISOString().slice(0, 10);
      if (!collection || !charged || addDays(charged, afterDays) > day) continue;
      const ready = what === "fail" ? ["submitted"] : ["paid_out"];
      if (!ready.includes(collection.status)) continue;
      await this.stage.tryDesk(`/gocardless/payments/${collection.providerId}/${what}`, { code });
      debit.returnedOn = day;
    }
    await this.openReturn(day);
  }

  private async writeInvoices(day: string): Promise<void> {
    const month = Number(day.slice(5, 7)) - 1;
    const due = PAYERS.filter((payer) => this.isCustomer(payer, day) && this.isInvoiced(payer, day));
    const share = (SEASON[month] ?? 1) * SELDOM_PER_DAY;
    const more = Math.floor(share) + (this.chance.hits(share % 1) ? 1 : 0);
    const known = PAYERS.slice(0, -UNSIGNED).filter((payer) => this.isCustomer(payer, day));
    const others = this.chance.shuffle(known.filter((payer) => payer.rhythm === "seldom"));
    const least = daysBetween(day, this.firstEnd) < END_DAYS ? LEAST_AT_THE_END : 0;
    const count = Math.max(more, least - due.length);
    for (const payer of [...due, ...others.slice(0, count)]) await this.write(payer, day);
    if (day === nextTargetDay(addDays(this.firstEnd, -5))) await this.writeWithoutEmail(day);
  }

  /** New customers join in the second half of their month; the last ones a week or two before the end. */
  private isCustomer(payer: Payer, day: string): boolean {
    const newest = PAYERS.indexOf(payer) - (PAYERS.length - UNSIGNED);
    if (newest >= 0) return day >= addDays(this.firstEnd, -16 + 3 * newest);
    return daysBetween(this.from, day) >= payer.since * 30;
  }

  private isInvoiced(payer: Payer, day: string): boolean {
    const index = PAYERS.indexOf(payer);
    if (index >= PAYERS.length - UNSIGNED) return !this.met.has(payer);
    if (payer.rhythm === "seldom") return false;
    const dayOfMonth = 1 + ((index * 3) % 24);
    const month = Number(day.slice(5, 7));
    if (payer.rhythm === "quarter" && (month + index) % 3 !== 0) return false;
    // The first working day on or after the contract's day.
    let first = `${day.slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}`;
    while (!isTargetDay(first)) first = addDays(first, 1);
    return day === first;
  }

  private async write(payer: Payer, day: string): Promise<void> {
    const { name, email, street, zip, city, language, work } = payer;
    const isContract = payer.rhythm !== "seldom";
    const contact = { ...(isPerson(email) ? personOf(name) : { name }), email, street, zip, city, language };
    const { id } = await this.stage.desk<{ id: string }>("/lexware/invoices", {
      contact,
      amountCents: isContract ? payer.usualCents : this.amount(payer.usualCents),
      voucherDate: day,
      dueDate: addDays(day, TERM_DAYS),
      paymentTermLabel: DIRECT_DEBIT_TERM,
      description: this.chance.pick(work),
    });
    this.met.add(payer);
    this.written += 1;
    const fate =
      this.written % RETURNED_ONE_IN === 0 ? FATES[(this.written / RETURNED_ONE_IN - 1) % FATES.length] : undefined;
    // The last weeks have only the one return that stays open.
    if (fate && day < addDays(this.firstEnd, -45)) this.debits.push({ voucher: id, fate });
  }

  /** A contact without an email address: nobody can be asked for the mandate until the supplier adds one. */
  private async writeWithoutEmail(day: string): Promise<void> {
    await this.stage.desk("/lexware/invoices", {
      contact: { name: "Gärtnerei Überall", email: null },
      amountCents: 26_180,
      voucherDate: day,
      dueDate: addDays(day, TERM_DAYS),
      paymentTermLabel: DIRECT_DEBIT_TERM,
      description: "Bewässerung einstellen",
    });
  }

  /** Between half and nearly three times the usual amount, in whole euros net. */
  private amount(usualCents: number): number {
    const net = Math.max(40, Math.round((usualCents / 119) * (0.5 + 2.3 * this.chance.next() ** 2)));
    return net * 119;
  }

  /** The supplier confirms whose the mandates are that were found at GoCardless. */
  private async matchMandates(): Promise<void> {
    const { customerId, actor } = this.supplier;
    const found = await db.mandate.findMany({
      where: { customerId, contactId: null, proposedContactId: { not: null }, isIgnored: false },
    });
    for (const { id } of found) await ifPossible(() => confirmMatch(customerId, id, actor));
  }

  /** Payers sign up to four days after they were asked, except the newest. */
  private async sign(day: string): Promise<void> {
    const { customerId } = this.supplier;
    const requests = await db.mandateRequest.findMany({
      where: { customerId, status: { in: ["sent", "opened", "exited"] } },
      include: { contact: true },
    });
    const never = new Set(PAYERS.slice(-UNSIGNED).map(({ email }) => email));
    for (const { id, contact } of requests) {
      if (!contact.email || never.has(contact.email)) continue;
      if (!this.signing.has(id)) this.signing.set(id, addDays(day, Math.floor(this.chance.next() ** 2 * 5)));
      if ((this.signing.get(id) ?? day) > day) continue;
      await this.stage.tryDesk(`/gocardless/mandates/${contact.email}/sign`, {
        name: contact.companyName ?? `${contact.firstName} ${contact.lastName}`,
      });
    }
  }

  /** The supplier works through the returns queue: calls the payer, and decides. */
  private async followReturns(day: string): Promise<void> {
    const { customerId, actor } = this.supplier;
    for (const { voucher, fate, returnedOn } of this.debits) {
      if (!returnedOn || addDays(returnedOn, 2) !== day) continue;
      const invoice = await db.invoice.findFirst({ where: { customerId, externalId: voucher } });
      if (!invoice) continue;
      await writeNote(customerId, invoice.id, NOTES[fate.next], actor);
      // The payout had been booked: the invoice is open again once the assignment is undone.
      if (fate.what !== "fail") {
        await this.stage.tryDesk(`/lexware/invoices/${voucher}/undo-assignment`, {});
        await this.stage.settle();
      }
      if (fate.next === "paid") await this.stage.tryDesk(`/lexware/invoices/${voucher}/pay`, {});
      else if (fate.next === "give-up") await this.stage.tryDesk(`/lexware/invoices/${voucher}/void`, {});
      // The retry plan retries a debit that failed for lack of money.
      else if (fate.code !== "AM04" || fate.what !== "fail")
        await ifPossible(() => approveRetry(customerId, invoice.id, actor));
    }
  }

  /** One return stays for the reader to decide. */
  private async openReturn(day: string): Promise<void> {
    if (this.hasOpenReturn || day < addDays(this.firstEnd, -OPEN_RETURN_DAYS)) return;
    const { customerId } = this.supplier;
    const [collection] = await db.collection.findMany({
      where: { customerId, status: "submitted", chargeDate: { lte: new Date(day) } },
      orderBy: { amountCents: "desc" },
    });
    if (!collection) return;
    await this.stage.tryDesk(`/gocardless/payments/${collection.providerId}/fail`, { code: "MS03" });
    this.hasOpenReturn = true;
  }

  /** A payer's account moves to another bank. */
  private async moveMandate(day: string): Promise<void> {
    if (day !== addDays(this.firstEnd, -41)) return;
    await this.stage.tryDesk("/gocardless/mandates/kontor@perlweiss.example/transfer", {});
  }

  /** One invoice is held and one excluded on the last days. */
  private async instruct(day: string): Promise<void> {
    const { customerId, actor } = this.supplier;
    if (day !== addDays(this.firstEnd, -1)) return;
    const waiting = await db.invoice.findMany({
      where: { customerId, bookStatus: "open", collections: { none: {} }, dueDate: { gt: new Date(addDays(day, 10)) } },
      orderBy: { number: "desc" },
      take: 2,
    });
    const [held, excluded] = waiting;
    if (held) await ifPossible(() => holdInvoice(customerId, held.id, addDays(day, 24), actor));
    if (excluded) await ifPossible(() => setExcluded(customerId, excluded.id, true, actor));
  }
}

/**
 * Settles the documents with which the twins' demo begins, before anybody is connected: they show special cases, not a
 * year.
 */
export async function settleOldDocuments(stage: Stage): Promise<void> {
  const { lexware } = await stage.desk<{ lexware: { invoices: { id: string; status: string }[] } }>("/state");
  for (const { id, status } of lexware.invoices)
    if (status === "open" || status === "overdue") await stage.tryDesk(`/lexware/invoices/${id}/pay`, {});
}

const NOTES = {
  retry: "Telefonisch geklärt, Konto ist gedeckt. Noch einmal einziehen.",
  paid: "Kunde überweist selbst, Zahlung ist da.",
  "give-up": "Leistung war strittig, Gutschrift vereinbart.",
};

function isPerson(email: string): boolean {
  return email.endsWith("@mail.example");
}

function personOf(name: string): { firstName: string; lastName: string } {
  const words = name.split(" ");
  const lastName = words.pop() ?? name;
  return { firstName: words.join(" "), lastName };
}

/** A refusal with a reason is an answer: the invoice may have been settled meanwhile. */
async function ifPossible(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
