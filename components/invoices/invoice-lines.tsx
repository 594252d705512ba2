"use client";

import { PAYER_LINK } from "@/components/contacts/payer-link";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pill } from "@/components/ui/pill";
import type { InvoiceSort } from "@/lib/invoices/types";
import { PICK } from "./bulk-selection";
import type { StateText } from "./invoice-state";

interface DayText {
  day: string;
  text: string;
}

/** One row of the list, ready to show. */
export interface InvoiceLine {
  id: string;
  href: string;
  number: string;
  contact: string;
  /** The page of the payer; undefined if the document names no contact. */
  payerHref?: string;
  due: DayText;
  debit?: DayText;
  state: StateText;
  amount: string;
  /** Label of the row's checkbox for screen readers; without it the row has no checkbox. */
  pick?: string;
}

export type InvoiceColumn = InvoiceSort | "state";

interface InvoiceLinesProps {
  caption: string;
  headings: Record<InvoiceColumn, { label: string; sort?: Column<InvoiceLine>["sort"] }>;
  lines: InvoiceLine[];
  /** False on the payer's own page, where every row would name the same one. */
  showsContact: boolean;
}

/**
 * The table of invoices. It is rendered in the browser: the texts of the rows are a fraction of the size of their
 * markup, and the server has half the work.
 */
export function InvoiceLines({ caption, headings, lines, showsContact }: InvoiceLinesProps) {
  const columns: Column<InvoiceLine>[] = [
    {
      key: "number",
      ...headings.number,
      phone: "lead",
      className: "whitespace-nowrap md:max-w-56 md:truncate",
      cell: (line) => line.number,
    },
    {
      key: "contact",
      ...headings.contact,
      phone: "below-lead",
      className: "md:w-full md:max-w-0",
      // Long names are cut in the list; the tooltip and the invoice itself show them whole.
      cell: ({ contact, payerHref }) =>
        payerHref ? (
          <a href={payerHref} title={contact} className={`row-aside block truncate ${PAYER_LINK}`}>
            {contact}
          </a>
        ) : (
          <span title={contact} className="block truncate">
            {contact}
          </span>
        ),
    },
    { key: "due", ...headings.due, from: "xl", cell: ({ due }) => <DayCell {...due} /> },
    {
      key: "debit",
      ...headings.debit,
      className: "whitespace-nowrap",
      cell: ({ debit }) => (debit ? <DayCell {...debit} /> : <span className="text-muted">–</span>),
    },
    {
      key: "state",
      ...headings.state,
      phone: "beneath",
      className: "md:max-w-60 md:whitespace-nowrap",
      // On a phone there is room for one day: the charge date or, without one, the due date.
      cell: ({ state, due, debit }) => (
        <span className="max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3 max-md:gap-y-1">
          <Pill tone={state.tone} hint={state.hint}>
            {state.label}
          </Pill>
          <span className="text-sm text-muted md:hidden">
            {(debit ? headings.debit : headings.due).label} <DayCell {...(debit ?? due)} />
          </span>
        </span>
      ),
    },
    {
      key: "amount",
      ...headings.amount,
      align: "right",
      phone: "tail",
      className: "figure font-medium",
      cell: (line) => line.amount,
    },
  ];
  const isPickable = lines.some((line) => line.pick);
  return (
    <DataTable
      caption={caption}
      columns={columns.filter(({ key }) => showsContact || key !== "contact")}
      rows={lines}
      rowKey={(line) => line.id}
      href={(line) => line.href}
      opensAbove
      pick={isPickable ? { name: PICK, label: (line) => line.pick ?? line.number } : undefined}
    />
  );
}

function DayCell({ day, text }: DayText) {
  return (
    <time dateTime={day} className="figure">
      {text}
    </time>
  );
}
