"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Select } from "@/components/ui/select";
import { chooseColumnsAction } from "@/lib/datev/actions";
import { leftToChoose, OPEN_ITEM_COLUMN_NAMES } from "@/lib/datev/import-rules";
import type { Column, Columns } from "@/lib/datev/import-types";

/** Which column of the list is which: lists of open items have no fixed titles. */
export function ColumnsForm({ id, titles, mapping }: { id: string; titles: string[]; mapping: Columns }) {
  const t = useTranslations("datev.import.columns");
  const { busy, refusal, run } = useAction<void>();
  const [missing, setMissing] = useState<Column[]>([]);
  const mayAct = useMayAct();
  const options = [
    { value: "", label: t("none") },
    ...titles.map((title, at) => ({ value: String(at), label: title || t("untitled", { number: at + 1 }) })),
  ];

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen: Columns = {};
    for (const column of OPEN_ITEM_COLUMN_NAMES) {
      const at = String(data.get(column) ?? "");
      if (at !== "") chosen[column] = Number(at);
    }
    const left = leftToChoose(chosen);
    setMissing(left);
    if (left.length === 0) run(() => chooseColumnsAction({ id, mapping: chosen }));
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {OPEN_ITEM_COLUMN_NAMES.map((column) => (
          <Select
            key={column}
            id={`column-${column}`}
            name={column}
            label={t(column)}
            options={options}
            defaultValue={mapping[column] === undefined ? "" : String(mapping[column])}
            disabled={!mayAct}
            error={missing.includes(column) ? t("needed") : undefined}
          />
        ))}
      </div>
      <FormEnd refusal={refusal} busy={busy} submit={mayAct ? t("save") : undefined} />
    </form>
  );
}
