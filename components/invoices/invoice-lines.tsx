"use client";

import { type Column, DataTable } from "@/components/ui/data-table";
import { Pill } from "@/components/ui/pill";
import type { InvoiceSort } from "@/lib/invoices/types";
import { PICK } from "./bulk-selection";
import type { StateText } from "./invoice-state";

interface DayText {
  day: string;
  text: string;
}

/** An invoice as its row is read. */
export interface InvoiceLine {
  id: string;
  href: string;
  number: string;
  contact: string;
  due: DayText;
  debit?: DayText;
  state: StateText;
  amount: string;
  /** What a screen reader says of the box; without it the row has none. */
  pick?: string;
}

export type InvoiceColumn = InvoiceSort | "state";

interface InvoiceLinesProps {
  caption: string;
  headings: Record<InvoiceColumn, { label: string; sort?: Column<InvoiceLine>["sort"] }>;
  lines: InvoiceLine[];
}

/**
 * The list's table. It is put together in the browser's half of the page: for rows by the dozen their texts travel in a
 * fraction of what the markup would take, and the server has half of the work.
 */
export function InvoiceLines({ caption, headings, lines }: InvoiceLinesProps) {
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
      // Long names are cut in the list; resting on one shows it whole, and so does the invoice itself.
      cell: ({ contact }) => (
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
      // On a phone there is room for one day: when the debit is, or was, and without one when the invoice is due.
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
      columns={columns}
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
