"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useMayAct, useNeedsPremium } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { PremiumMark } from "@/components/subscription/premium-mark";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { say } from "@/components/ui/toast";
import { formatMoney } from "@/lib/core/money/money";
import { sanitiseText } from "@/lib/core/text/sanitise";
import { savePaymentConditionsAction } from "@/lib/customers/actions";
import { conditionDifference } from "@/lib/customers/condition/rules";
import type { ConditionView } from "@/lib/invoices/conditions/loaders";
import { AddCondition } from "./add-condition";
import { ConditionExamples } from "./condition-examples";

/**
 * Chooses the payment conditions that mean direct debit. Each one shows the count and amount of its open invoices.
 * People who may only read see the choice but cannot change it.
 */
export function ConditionForm({
  conditions,
  marks = "condition",
  vendor,
  isTitled = true,
}: {
  conditions: ConditionView[];
  /** The accounting system's name of the field that means direct debit: payment condition or payment method. */
  marks?: "condition" | "method";
  /** The name of the accounting system in use. */
  vendor?: string;
  /** False if the surrounding page already has a title for it. */
  isTitled?: boolean;
}) {
  const t = useTranslations("client.conditions");
  // The active condition comes first: with the Standard plan only the first one counts.
  const saved = conditions
    .filter((row) => row.isChosen)
    .toSorted((a, b) => Number(a.isResting ?? false) - Number(b.isResting ?? false))
    .map((row) => row.label);
  const [chosen, setChosen] = useState(saved);
  const [added, setAdded] = useState<string[]>([]);
  const { busy, refusal, run } = useAction<{ areRequestsWaiting: boolean }>();
  const mayChange = useMayAct();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const offered: ConditionView[] = [
    ...conditions,
    ...added.map((label) => ({ label, isChosen: false, count: 0, openCents: 0 })),
  ];
  const labels = offered.map((row) => row.label);
  const isChanged = chosen.length !== saved.length || chosen.some((label) => !saved.includes(label));

  function choose(label: string): void {
    // Choosing several conditions needs Premium; saved ones that are inactive may stay.
    if (needsPremium && chosen.length > 0 && !saved.includes(label)) askUpgrade();
    else setChosen([...chosen, label]);
  }

  function toggle(label: string): void {
    if (chosen.includes(label)) setChosen(chosen.filter((other) => other !== label));
    else choose(label);
  }

  function add(label: string): void {
    if (!offered.some((row) => row.label === label)) setAdded([...added, label]);
    if (!chosen.includes(label)) choose(label);
  }

  return (
    <div>
      <fieldset disabled={!mayChange}>
        <legend className={isTitled ? "text-base font-semibold" : "sr-only"}>{t("title")}</legend>
        {isTitled ? <p className="mt-1 text-sm text-muted">{t(`intro.${marks}`)}</p> : null}
        <div className="mb-3 flex flex-wrap items-center gap-x-2 text-sm text-muted empty:hidden">
          {needsPremium ? t("oneOnly") : null}
          <PremiumMark />
        </div>
        <div className="divide-y">
          {offered.map((row) => (
            <ConditionRow
              key={row.label}
              row={row}
              checked={chosen.includes(row.label)}
              onToggle={() => toggle(row.label)}
            />
          ))}
        </div>
        {offered.length === 0 && !mayChange ? <p className="text-sm text-muted">{t(`noneChosen.${marks}`)}</p> : null}
      </fieldset>
      {mayChange ? (
        <>
          <AddCondition known={labels} onAdd={add} />
          <ConditionExamples
            marks={marks}
            vendor={vendor}
            known={labels}
            isOpen={conditions.length === 0}
            onUse={add}
          />
        </>
      ) : null}
      <RefusalText refusal={refusal} />
      {isChanged ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            tone="primary"
            busy={busy}
            onClick={() =>
              run(
                () => savePaymentConditionsAction({ conditions: chosen }),
                ({ areRequestsWaiting }) => say(t(areRequestsWaiting && chosen.length > 0 ? "savedFirst" : "saved")),
              )
            }
          >
            {t("save")}
          </Button>
          <Button disabled={busy} onClick={() => setChosen(saved)}>
            {t("discard")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function ConditionRow({ row, checked, onToggle }: { row: ConditionView; checked: boolean; onToggle: () => void }) {
  const t = useTranslations("client.conditions");
  const locale = useLocale();
  return (
    <label className="flex min-h-11 items-start gap-3 py-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="mt-0.5 size-5 shrink-0 accent-(--action)"
      />
      <span className="min-w-0">
        <bdi className="block wrap-anywhere whitespace-pre-wrap">{row.label}</bdi>
        <span className="block text-sm text-muted">
          {row.count > 0
            ? t("openInvoices", { count: row.count, amount: formatMoney(row.openCents, locale) })
            : t("noOpenInvoices")}
        </span>
        {row.isResting && checked ? <span className="block text-sm text-muted">{t("resting")}</span> : null}
        {row.nearTo && !checked ? (
          <span className="block text-sm font-medium wrap-anywhere whitespace-pre-wrap text-wait">
            {t(`difference.${conditionDifference(row.label, row.nearTo)}`, { other: sanitiseText(row.nearTo) })}
          </span>
        ) : null}
        {row.nearTo && !checked ? <span className="block text-sm text-muted">{t("tickToo")}</span> : null}
      </span>
    </label>
  );
}
