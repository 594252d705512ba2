"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNeedsPremium } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useRouter } from "@/components/ui/use-router";
import { formatMoney } from "@/lib/core/money/money";
import { transferInvoicesAction } from "@/lib/invoices/manual/actions";
import { PICK_VOUCHER, type VoucherRow } from "@/lib/invoices/manual/types";

/** Holds the ticked documents, and transfers these after a question that names the sum. */
export function TransferSelection({ rows, children }: { rows: VoucherRow[]; children: ReactNode }) {
  const t = useTranslations("transfer");
  const locale = useLocale();
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const { busy, refusal, clear, run } = useAction<{ runId: string }>();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const [ids, setIds] = useState<string[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const open = rows.filter((row) => row.isTransferable);
  const picked = open.filter((row) => ids.includes(row.id));
  const page = rows.map((row) => row.id).join();
  const boxes = () => [...(frame.current?.querySelectorAll<HTMLInputElement>(`input[name="${PICK_VOUCHER}"]`) ?? [])];
  const read = () => setIds(boxes().flatMap((box) => (box.checked ? [box.value] : [])));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the boxes are read again exactly when the rows change
  useEffect(read, [page]);

  function tickAll(isTicked: boolean): void {
    for (const box of boxes()) box.checked = isTicked;
    read();
  }

  function onChange(event: FormEvent<HTMLDivElement>): void {
    if (event.target instanceof HTMLInputElement && event.target.name === PICK_VOUCHER) read();
  }

  function transfer(): void {
    const documents = picked.map(({ id, number }) => ({ externalId: id, number: number.slice(0, 200) }));
    run(
      () => transferInvoicesAction({ documents }),
      ({ runId }) => router.push(`/app/invoices/bulk/${runId}`),
    );
  }

  const sum = picked.reduce((cents, row) => cents + row.openAmountCents, 0);
  return (
    <div ref={frame} onChange={onChange}>
      {open.length > 0 ? (
        <label className="flex min-h-11 items-center gap-3 border-b px-4 py-1 text-sm md:px-2">
          <span className="grid w-5 place-items-center md:w-9">
            <input
              type="checkbox"
              checked={picked.length === open.length}
              onChange={(event) => tickAll(event.currentTarget.checked)}
              className="size-5 rounded-[4px] border border-edge accent-action md:size-4.5"
            />
          </span>
          {t("pickPage")}
        </label>
      ) : null}
      {children}
      {picked.length > 0 ? (
        <section
          aria-label={t("region")}
          className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t bg-surface px-4 py-3 shadow-float sm:px-5"
        >
          <p role="status" className="text-sm font-medium">
            {t("picked", { count: picked.length })} · <span className="tabular-nums">{formatMoney(sum, locale)}</span>
          </p>
          <Button tone="primary" onClick={() => (needsPremium ? askUpgrade() : setIsAsking(true))}>
            {t("transfer")}
          </Button>
        </section>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(isOpen) => {
          setIsAsking(isOpen);
          clear();
        }}
        tone="primary"
        busy={busy}
        problem={<RefusalText refusal={refusal} />}
        confirmation={{
          title: t("confirmTitle", { count: picked.length }),
          body: <p>{t("confirmBody", { amount: formatMoney(sum, locale) })}</p>,
          confirm: t("transfer"),
          cancel: t("cancel"),
        }}
        onConfirm={transfer}
      />
    </div>
  );
}
