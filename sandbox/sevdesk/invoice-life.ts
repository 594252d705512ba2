import type { Day } from "../kit/calendar";
import { takeInvoiceNumber } from "./clients";
import type { Invoice, InvoiceStatus, Position } from "./model";
import type { World } from "./world";

/** Returns what remains to be paid; sevdesk calls it the debit. */
export function openCents(invoice: Invoice): number {
  if (invoice.status === 500 || invoice.status === 1000 || invoice.status === 100) return 0;
  return invoice.totalCents - invoice.deductedCents - invoice.paidCents - invoice.writtenOffCents;
}

export function isCollectable(invoice: Invoice): boolean {
  return (invoice.status === 200 || invoice.status === 750) && openCents(invoice) > 0;
}

/** Stores a change with its instant. That a booking changes this instant, too, is a guess. */
export function keep(world: World, invoice: Invoice, change: Partial<Invoice>): Invoice {
  return world.invoices.put(invoice.id, { ...invoice, ...change, updatedAt: world.now() });
}

/** Sends a draft, which gets its number only now. */
export function send(world: World, invoice: Invoice, sendType: Invoice["sendType"]): Invoice {
  const number = invoice.number ?? takeInvoiceNumber(world, invoice.clientId);
  return keep(world, invoice, { status: 200, number, sentAt: world.now(), sendType });
}

/** Books money, or writes off the rest. Status 200, 750 or 1000 follows from the open amount. */
export function settle(
  world: World,
  invoice: Invoice,
  { cents, writtenOffCents = 0, day }: { cents: number; writtenOffCents?: number; day: Day },
): Invoice {
  const next = {
    ...invoice,
    paidCents: invoice.paidCents + cents,
    writtenOffCents: invoice.writtenOffCents + writtenOffCents,
  };
  const left = openCents(next);
  const partly: InvoiceStatus = invoice.isOldPartPaid ? 200 : 750;
  return keep(world, next, left > 0 ? { status: partly } : { status: 1000, payDate: day });
}

/** The supplier undoes every payment: the transactions are unlinked and can be booked again. */
export function reopen(world: World, invoice: Invoice): Invoice {
  for (const transaction of world.transactions.all()) {
    const links = transaction.links.filter((link) => link.invoiceId !== invoice.id);
    if (links.length === transaction.links.length) continue;
    const status = links.length > 0 ? 200 : 100;
    world.transactions.put(transaction.id, { ...transaction, links, status, updatedAt: world.now() });
  }
  return keep(world, invoice, { status: 200, paidCents: 0, writtenOffCents: 0, payDate: null });
}

/** Cancels an invoice. Its cancellation invoice (SR) is paid at once, and nothing is open on the cancelled one. */
export function cancel(world: World, invoice: Invoice): { cancelled: Invoice; cancellation: Invoice } {
  const cancelled = keep(world, invoice, { status: 500 });
  const stamp = world.stamp(invoice.clientId);
  const cancellation = world.invoices.put(stamp.id, {
    ...invoice,
    ...stamp,
    type: "SR",
    status: 1000,
    number: invoice.number ? `S-${invoice.number}` : null,
    date: world.today(),
    payDate: world.today(),
    paidCents: 0,
    writtenOffCents: 0,
    originId: invoice.id,
    positions: invoice.positions.map((position) => ({ ...position, id: world.newId() })),
  });
  return { cancelled, cancellation };
}

/** Creates a reminder. It claims the same money as its invoice, so it must never be collected in addition. */
export function remind(world: World, invoice: Invoice): Invoice {
  const level = (invoice.dunningLevel ?? 0) + 1;
  keep(world, invoice, { dunningLevel: level });
  const stamp = world.stamp(invoice.clientId);
  return world.invoices.put(stamp.id, {
    ...invoice,
    ...stamp,
    type: "MA",
    status: 200,
    number: invoice.number ? `MA-${invoice.number}` : null,
    date: world.today(),
    originId: invoice.id,
    dunningLevel: level,
    positions: [],
  });
}

/** Returns one position over the whole gross amount, for control panel and demo data. */
export function positionsFor(world: World, name: string, grossCents: number): Position[] {
  const netCents = Math.round((grossCents * 100) / 119);
  return [{ id: world.newId(), name, netCents, grossCents, taxRate: 19 }];
}
