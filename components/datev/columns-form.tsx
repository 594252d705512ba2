"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { chooseColumnsAction } from "@/lib/datev/actions";
import { leftToChoose, OPEN_ITEM_COLUMN_NAMES } from "@/lib/datev/import/rules";
import type { Column, Columns } from "@/lib/datev/import/types";

/** Asks which column of the list has which meaning, because lists of open items have no fixed headings. */
export function ColumnsForm({
  id,
  titles,
  mapping,
  asked,
}: {
  id: string;
  titles: string[];
  mapping: Columns;
  /** Positions of columns that may change the amount owed; each needs a meaning or a tick as irrelevant. */
  asked: number[];
}) {
  const t = useTranslations("datev.import.columns");
  const { busy, refusal, run } = useAction<void>();
  const [missing, setMissing] = useState<Column[]>([]);
  const [unsaid, setUnsaid] = useState<number[]>([]);
  const { ignored = [] } = mapping;
  const doubtful = [...new Set([...asked, ...ignored])].sort((a, b) => a - b);
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
    const setAside = doubtful.filter((at) => data.has(`ignored-${at}`));
    const left = leftToChoose(chosen);
    const open = doubtful.filter((at) => !setAside.includes(at) && !Object.values(chosen).includes(at));
    setMissing(left);
    setUnsaid(open);
    if (left.length + open.length === 0) run(() => chooseColumnsAction({ id, mapping: chosen, ignored: setAside }));
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-5">
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
      {doubtful.length > 0 ? (
        <fieldset>
          <legend className="prose-width mb-2 text-sm text-muted">{t("doubtful")}</legend>
          {doubtful.map((at) => (
            <div key={at}>
              <Checkbox
                id={`ignored-${at}`}
                name={`ignored-${at}`}
                label={t("ignore", { title: titles[at] || t("untitled", { number: at + 1 }) })}
                defaultChecked={ignored.includes(at)}
                disabled={!mayAct}
              />
              {unsaid.includes(at) ? <p className="text-sm text-bad">{t("chooseOrIgnore")}</p> : null}
            </div>
          ))}
        </fieldset>
      ) : null}
      <FormEnd refusal={refusal} busy={busy} submit={mayAct ? t("save") : undefined} />
    </form>
  );
}
