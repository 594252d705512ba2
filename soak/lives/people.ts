import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { AppError } from "@/lib/core/web/errors";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { addDays, dayInBerlin } from "../../sandbox/kit/calendar";
import { call, clockOf, type Installation } from "../crashes/installation";
import { emptyStory, note, type Story, type WrittenInvoice, written } from "../oracle/story";

interface Voucher {
  id: string;
  number: string;
  openCents: number;
  dueDate: string;
  contactEmail: string;
}

/** A supplier with e-invoices, and the address of its payer. */
export interface Sender {
  customerId: CustomerId;
  email: string;
}

/** A contact that exists in the accounting system, or a new one. */
export type Addressee = { id: string } | { name: string; email: string };

/** What suppliers and payers do while an installation runs. Each act is recorded in the event log. */
export class People {
  readonly story: Story = emptyStory();

  constructor(private readonly place: Pick<Installation, "desk">) {}

  async write(organisation: string, contact: Addressee, amountCents: number): Promise<WrittenInvoice> {
    const at = await clockOf(this.place);
    const body = { organisation, contact, amountCents, paymentTermLabel: DIRECT_DEBIT_TERM };
    const made = await call<Voucher>(this.place, "/lexware/invoices", body);
    const invoice = written(at, { ...made, owed: made.openCents, payer: made.contactEmail });
    this.story.invoices.push(invoice);
    return invoice;
  }

  /** A supplier sends an invoice as a file. Its upload is tried again until it is stored. */
  async send({ customerId, email }: Sender, cents: number): Promise<void> {
    const at = await clockOf(this.place);
    const number = `E-RE-${this.story.invoices.length + 1}`;
    const dueDate = addDays(dayInBerlin(new Date(at)), 1);
    this.story.senders.set(number, customerId);
    this.story.invoices.push(written(at, { id: number, number, owed: cents, payer: email, dueDate }));
    const issueDate = dayInBerlin(new Date(at));
    const { invoiceFiles } = await import("./e-invoice-files");
    for (const xml of invoiceFiles({ number, email, cents, dueDate, issueDate })) await uploadAtLast(customerId, xml);
  }

  /** The payer pays in full by transfer; an invoice that was sent as a file is credited. */
  async pay(invoice: WrittenInvoice): Promise<void> {
    if (this.story.senders.has(invoice.id)) await this.credit(invoice);
    else await this.act(invoice, "pay", 0);
  }

  private async credit(invoice: WrittenInvoice): Promise<void> {
    const [at, owed] = [await clockOf(this.place), invoice.owed.at(-1)?.value ?? 0];
    const customerId = this.story.senders.get(invoice.id) as CustomerId;
    const { creditOf } = await import("./e-invoice-files");
    await uploadAtLast(customerId, creditOf(invoice, owed));
    note(invoice.owed, at, 0);
  }

  async void(invoice: WrittenInvoice): Promise<void> {
    await this.act(invoice, "void", 0);
  }

  async change(invoice: WrittenInvoice, amountCents: number): Promise<void> {
    // A file does not change.
    if (this.story.senders.has(invoice.id)) return;
    await this.act(invoice, "change", amountCents, { amountCents });
  }

  /** Changes something that no payment depends on, so that the accounting system still reports a change. */
  async touch({ id }: WrittenInvoice): Promise<void> {
    await call<Voucher>(this.place, `/lexware/invoices/${id}/change`, { paymentTermLabel: DIRECT_DEBIT_TERM });
  }

  /**
   * Excludes the invoice in the product, as the supplier would. @returns false if the product does not know it yet or
   * it is too late
   */
  async exclude(invoice: WrittenInvoice): Promise<boolean> {
    const at = await clockOf(this.place);
    const isDone = await excludeInProduct(invoice);
    if (isDone) note(invoice.exclusions, at, true);
    return isDone;
  }

  private async act({ id, owed }: WrittenInvoice, what: string, open: number, body: object = {}): Promise<void> {
    const at = await clockOf(this.place);
    await call<Voucher>(this.place, `/lexware/invoices/${id}/${what}`, body);
    note(owed, at, open);
  }
}

/** The database may be away for a while. The same file is stored once, however often it is uploaded. */
async function uploadAtLast(customerId: CustomerId, xml: string): Promise<void> {
  const { upload } = await import("./e-invoice-files");
  for (let tries = 1; ; tries += 1)
    try {
      return await upload(customerId, xml);
    } catch (error) {
      if (tries >= MAX_UPLOADS) throw error;
      await wait(UPLOAD_PAUSE_MS);
    }
}

const [MAX_UPLOADS, UPLOAD_PAUSE_MS] = [120, 1_000];

async function excludeInProduct({ id }: WrittenInvoice): Promise<boolean> {
  const { db } = await import("@/lib/core/database/db");
  const { setExcluded } = await import("@/lib/collections/instructions/mutations");
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
