"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { useMayAct, useNeedsPremium } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Money } from "@/components/format/money";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FieldError, inputClass } from "@/components/ui/field";
import { useRouter } from "@/components/ui/use-router";
import type { ActionResult } from "@/lib/core/web/action-result";
import { beginManyAction, blockManyAction } from "@/lib/invoices/bulk/actions";
import { LIST_ACTIONS, type ListAction, STEADY_ACTIONS } from "@/lib/invoices/bulk/rules";
import type { Selection } from "@/lib/invoices/types";

export interface Picked {
  selection: Selection;
  count: number;
  /** The sum of the selected invoices in euros, in cents. */
  cents: number;
  isCapped: boolean;
}

type Started = { runId: string };

/** Actions that affect payers or money need a confirmation that names the figures. */
const ASKED = ["exclude", "collect_now", "request_mandates"] as const;
type Asked = (typeof ASKED)[number];
const isAsked = (action: ListAction): action is Asked => (ASKED as readonly string[]).includes(action);
const isSteady = (action: ListAction): action is (typeof STEADY_ACTIONS)[number] =>
  (STEADY_ACTIONS as readonly string[]).includes(action);

function start(action: ListAction, selection: Picked["selection"], until: string): Promise<ActionResult<Started>> {
  if (isSteady(action)) return blockManyAction({ action, selection, until: action === "hold" ? until : undefined });
  return beginManyAction({ action: action as "collect_now" | "request_mandates", selection });
}

/** The bar for the selected invoices. It stays visible below the list while an invoice is selected. */
export function BulkBar({
  picked,
  onClear,
  first,
  last,
}: {
  picked: Picked;
  onClear: () => void;
  first: string;
  last: string;
}) {
  const t = useTranslations("bulk");
  const router = useRouter();
  const mayAct = useMayAct();
  const { busy, refusal, clear, run } = useAction<Started>();
  const [action, setAction] = useState<ListAction | "">("");
  const [until, setUntil] = useState("");
  const [problem, setProblem] = useState<"chooseFirst" | "wrongDay">();
  const [asking, setAsking] = useState<Asked>();
  const { count, cents, isCapped, selection } = picked;
  const problemText = refusal?.code === "conflict" ? t("listGrew") : undefined;
  const choices = LIST_ACTIONS.filter((one) => mayAct || isSteady(one));

  function go(chosen: ListAction): void {
    run(
      () => start(chosen, selection, until),
      ({ runId }) => router.push(`/app/invoices/bulk/${runId}`),
    );
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const isWrongDay = action === "hold" && !(until >= first && until <= last);
    const found = action === "" ? "chooseFirst" : isWrongDay ? "wrongDay" : undefined;
    setProblem(found);
    if (found || action === "") {
      event.currentTarget.querySelector<HTMLElement>(found === "wrongDay" ? "#bulk-until" : "#bulk-action")?.focus();
      return;
    }
    if (isAsked(action)) setAsking(action);
    else go(action);
  }

  return (
    <section
      aria-label={t("region")}
      className="sticky bottom-0 z-20 rounded-b-card border-t bg-surface px-4 py-3 shadow-float sm:px-5"
    >
      <form method="post" onSubmit={submit} noValidate className="flex flex-wrap items-center gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-2 max-sm:w-full">
          <p className="text-sm font-medium">
            <span role="status">{t("picked", { count })}</span> <Money cents={cents} className="text-muted" />
          </p>
          {/* On a phone the label aligns with the edge of the bar, on the right or, where it does not fit, below. */}
          <Button tone="quiet" size="small" onClick={onClear} disabled={busy} className="max-sm:-mx-3">
            {t("clear")}
          </Button>
        </div>
        <select
          id="bulk-action"
          aria-label={t("what")}
          aria-describedby={problem === "chooseFirst" ? "bulk-problem" : undefined}
          value={action}
          onChange={(event) => {
            setAction(event.currentTarget.value as ListAction | "");
            setProblem(undefined);
          }}
          className={`${inputClass} sm:max-w-52`}
        >
          <option value="">{t("choose")}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {t(`actions.${one}`)}
            </option>
          ))}
        </select>
        {action === "hold" ? (
          <input
            id="bulk-until"
            type="date"
            aria-label={t("until")}
            aria-invalid={problem === "wrongDay" || undefined}
            aria-describedby={problem === "wrongDay" ? "bulk-problem" : undefined}
            min={first}
            max={last}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            className={`${inputClass} sm:max-w-40`}
          />
        ) : null}
        <Button type="submit" tone="primary" busy={busy && !asking}>
          {t("go")}
        </Button>
        {"ids" in selection ? (
          <a href={exportAddress(selection.ids)} download className={buttonClass("quiet", "small")}>
            {t("export")}
          </a>
        ) : null}
      </form>
      {isCapped ? <p className="mt-2 text-sm text-muted">{t("capped", { count })}</p> : null}
      <FieldError id="bulk-problem" text={problem ? t(problem) : undefined} />
      {asking ? null : <RefusalText refusal={refusal} text={problemText} />}
      {asking ? (
        <Question
          {...{ asking, count, cents, busy }}
          problem={<RefusalText refusal={refusal} text={problemText} />}
          onAnswer={(isYes) => {
            if (isYes) return go(asking);
            setAsking(undefined);
            clear();
          }}
        />
      ) : null}
    </section>
  );
}

function Question({
  asking,
  count,
  cents,
  busy,
  problem,
  onAnswer,
}: {
  asking: Asked;
  count: number;
  cents: number;
  busy: boolean;
  problem: ReactNode;
  onAnswer: (isYes: boolean) => void;
}) {
  const t = useTranslations("bulk");
  const needsPremium = useNeedsPremium();
  const body = asking === "collect_now" && needsPremium ? "collect_due" : asking;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onAnswer(false);
      }}
      tone={asking === "exclude" ? "danger" : "primary"}
      busy={busy}
      problem={problem}
      confirmation={{
        title: t(`confirmTitle.${asking}`, { count }),
        body: (
          <>
            <p className="mb-2">
              {t("together")} <Money cents={cents} className="font-medium" />
            </p>
            <p>{t(`confirmBody.${body}`)}</p>
          </>
        ),
        confirm: t(`actions.${asking}`),
        cancel: t("cancel"),
      }}
      onConfirm={() => onAnswer(true)}
    />
  );
}

function exportAddress(ids: string[]): string {
  return `/app/invoices/export?${new URLSearchParams(ids.map((id) => ["id", id]))}`;
}
