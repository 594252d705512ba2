"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMayChange } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import { excludeDebitsAction } from "@/lib/collections/upcoming/actions";
import type { StopResult } from "@/lib/collections/upcoming/rules";
import { formatMoney } from "@/lib/core/money/money";
import { HoldDebits } from "./hold-debits";
import type { HoldRange } from "./stop-actions";

const BOX = "debit";

const PLACE = "print-hidden -m-2.5 grid size-11 shrink-0 place-items-center sm:m-0 sm:size-6";

/** The checkbox of one collection. Its state is read from the page, so that the rows need no script of their own. */
export function DebitBox({ invoiceId, cents, label }: { invoiceId: string; cents: number; label: string }) {
  if (!useMayChange()) return null;
  return (
    <span className={PLACE}>
      <input
        type="checkbox"
        name={BOX}
        value={invoiceId}
        data-cents={cents}
        aria-label={label}
        className="size-5 rounded-[4px] border border-edge accent-action sm:size-4.5"
      />
    </span>
  );
}

/** Takes the place of a checkbox, so that all rows begin at the same place. */
export function NoBox() {
  return useMayChange() ? <span aria-hidden="true" className={PLACE} /> : null;
}

/** Rows with checkboxes, and the actions for all that are ticked. */
export function DebitSelection({ range, children }: { range: HoldRange; children: ReactNode }) {
  const rows = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ count: 0, cents: 0, of: 0 });
  const boxes = () => [...(rows.current?.querySelectorAll<HTMLInputElement>(`input[name=${BOX}]`) ?? [])];
  const ticked = () => boxes().filter((box) => box.checked);

  function count(): void {
    const now = ticked();
    const next = {
      count: now.length,
      cents: now.reduce((sum, box) => sum + Number(box.dataset.cents), 0),
      of: boxes().length,
    };
    setChosen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }
  function tick(isTicked: boolean): void {
    for (const box of boxes()) box.checked = isTicked;
    count();
  }
  // Rows can appear and disappear while the page is open, so the ticks are counted after every rendering.
  useEffect(count);
  return (
    <div ref={rows} onChange={count}>
      {chosen.of > 1 ? <AllBox all={chosen.of} chosen={chosen.count} tick={tick} /> : null}
      {children}
      {chosen.count > 0 ? (
        <SelectionBar
          {...chosen}
          range={range}
          invoiceIds={() => ticked().map((box) => box.value)}
          clear={() => tick(false)}
        />
      ) : null}
    </div>
  );
}

function AllBox({ all, chosen, tick }: { all: number; chosen: number; tick: (isTicked: boolean) => void }) {
  const t = useTranslations("upcoming");
  return (
    <label className="flex min-h-11 items-center gap-3 border-b px-4 text-sm text-muted sm:px-5">
      <input
        type="checkbox"
        checked={chosen === all}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < all;
        }}
        onChange={(event) => tick(event.target.checked)}
        className="size-5 rounded-[4px] border border-edge accent-action sm:mx-0.5 sm:size-4.5"
      />
      {t("chooseAll", { count: all })}
    </label>
  );
}

function SelectionBar({
  count,
  cents,
  range,
  invoiceIds,
  clear,
}: {
  count: number;
  cents: number;
  range: HoldRange;
  invoiceIds: () => string[];
  clear: () => void;
}) {
  const t = useTranslations("upcoming");
  const locale = useLocale();
  const router = useRouter();
  const [isHolding, setIsHolding] = useState(false);
  const { busy, refusal, run } = useAction<StopResult>();
  function exclude(): void {
    run(
      () => excludeDebitsAction({ invoiceIds: invoiceIds() }),
      (done) => {
        const late = done.lateCount > 0 ? ` ${t("tooLate", { count: done.lateCount })}` : "";
        say(`${t("excludeDone", { count: done.count })}${late}`);
        clear();
        router.refresh();
      },
    );
  }
  return (
    <section
      aria-label={t("chosen")}
      className="sticky bottom-0 z-20 rounded-b-card border-t bg-surface px-4 py-3 shadow-float sm:px-5"
    >
      <p aria-live="polite" className="mb-2 font-medium">
        {t("chosenSum", { count, amount: formatMoney(cents, locale) })}
      </p>
      {isHolding ? (
        <HoldDebits invoiceIds={invoiceIds} {...range} onDone={clear} onClose={() => setIsHolding(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" onClick={() => setIsHolding(true)}>
            {t("holdOpen")}
          </Button>
          <Button busy={busy} onClick={exclude}>
            {t("exclude")}
          </Button>
          <Button tone="quiet" disabled={busy} onClick={clear}>
            {t("clear")}
          </Button>
        </div>
      )}
      <RefusalText refusal={refusal} />
    </section>
  );
}
