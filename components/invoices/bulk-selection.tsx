"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { countSelectionAction } from "@/lib/invoices/bulk/actions";
import type { InvoiceFilter } from "@/lib/invoices/types";
import { BulkBar, type Picked } from "./bulk-bar";

/** The name of the checkboxes in the rows. */
export const PICK = "pick";

export interface BulkSelectionProps {
  /** The rows of this page, in their order. */
  rows: { id: string; cents: number }[];
  list: { filter: InvoiceFilter; search?: string };
  first: string;
  last: string;
  children: ReactNode;
}

/** The invoices behind a filter and a search, counted when somebody selected all of them. */
interface Counted {
  list: BulkSelectionProps["list"];
  count: number;
  cents: number;
  isCapped: boolean;
}

/** Holds the selection of the table inside, and offers the bulk actions for it. */
export function BulkSelection({ rows, list, first, last, children }: BulkSelectionProps) {
  const t = useTranslations("bulk");
  const frame = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<string[]>([]);
  const [counted, setCounted] = useState<Counted>();
  const counting = useAction<Omit<Counted, "list">>();
  const page = rows.map(({ id }) => id).join();
  const boxes = () => [...(frame.current?.querySelectorAll<HTMLInputElement>(`input[name="${PICK}"]`) ?? [])];
  const read = () => {
    setIds(boxes().flatMap((box) => (box.checked ? [box.value] : [])));
    setCounted(undefined);
  };
  // After a page change or when rows have moved, only visible rows are selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the boxes are read again exactly when the rows change
  useEffect(read, [page]);

  function tickAll(isTicked: boolean): void {
    for (const box of boxes()) box.checked = isTicked;
    read();
  }

  function onChange(event: FormEvent<HTMLDivElement>): void {
    const box = event.target;
    if (box instanceof HTMLInputElement && box.name === PICK) read();
  }

  // A count belongs to one filter and search, even if another one shows the same rows.
  const matching = counted?.list.filter === list.filter && counted.list.search === list.search ? counted : undefined;
  const isWhole = rows.length > 0 && ids.length === rows.length;
  const cents = rows.reduce((sum, row) => sum + (ids.includes(row.id) ? row.cents : 0), 0);
  const picked: Picked = matching
    ? { ...matching, selection: { ...matching.list, counted: matching.count } }
    : { selection: { ids }, count: ids.length, cents, isCapped: false };
  return (
    <div ref={frame} onChange={onChange}>
      <div className="print-hidden flex flex-wrap items-center gap-x-4 border-b px-4 py-1 text-sm md:px-2">
        <label className="flex min-h-11 items-center gap-3 pr-2 md:min-h-9">
          <span className="grid w-5 place-items-center md:w-9">
            <input
              type="checkbox"
              checked={isWhole}
              ref={(box) => {
                if (box) box.indeterminate = ids.length > 0 && !isWhole;
              }}
              onChange={(event) => tickAll(event.currentTarget.checked)}
              className="size-5 rounded-[4px] border border-edge accent-action md:size-4.5"
            />
          </span>
          {t("pickPage")}
        </label>
        {isWhole && !matching ? (
          <Button
            tone="quiet"
            size="small"
            busy={counting.busy}
            onClick={() =>
              counting.run(
                () => countSelectionAction(list),
                (found) => setCounted({ ...found, list }),
              )
            }
          >
            {t("pickMatching")}
          </Button>
        ) : null}
      </div>
      {children}
      {picked.count > 0 ? <BulkBar picked={picked} onClear={() => tickAll(false)} first={first} last={last} /> : null}
    </div>
  );
}
