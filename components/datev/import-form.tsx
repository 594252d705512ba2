"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useRouter } from "@/components/ui/use-router";
import { formatMoney } from "@/lib/core/money/money";
import { dropFileAction, importFileAction } from "@/lib/datev/actions";
import type { OpenSum } from "@/lib/datev/import/types";

/** The last confirmation before a file is imported, with its two options. */
export function ImportForm({
  id,
  settles,
  rowCount,
  requestsMandates,
}: {
  id: string;
  /** Open invoices that are not in the list. If the supplier says that the list is complete, these count as paid. */
  settles: OpenSum;
  rowCount: number;
  /** For a list of open items: whether payers without a mandate are asked for one. Undefined for a list of debtors. */
  requestsMandates: boolean | undefined;
}) {
  const t = useTranslations("datev.import");
  const locale = useLocale();
  const router = useRouter();
  const { busy, refusal, run } = useAction<void>();
  const [isComplete, setComplete] = useState(false);
  const [isAsking, setAsking] = useState(requestsMandates);
  if (!useMayAct()) return null;
  return (
    <div>
      {isAsking === undefined ? null : (
        <div className="mb-4">
          <Checkbox
            id="requestsMandates"
            label={t("requestsMandates")}
            checked={isAsking}
            onChange={(event) => setAsking(event.target.checked)}
          />
          <p className="prose-width text-sm text-muted">{t("requestsMandatesHint")}</p>
        </div>
      )}
      {requestsMandates !== undefined && settles.count > 0 ? (
        <div className="mb-4">
          <Checkbox
            id="isComplete"
            label={t("isComplete", { count: settles.count, amount: formatMoney(settles.cents, locale) })}
            checked={isComplete}
            onChange={(event) => setComplete(event.target.checked)}
          />
          <p className="prose-width text-sm text-muted">{t("isCompleteHint")}</p>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          busy={busy}
          onClick={() =>
            run(
              () =>
                importFileAction({
                  ...{ id, isComplete },
                  requestsMandates: isAsking === requestsMandates ? undefined : isAsking,
                }),
              () => router.refresh(),
            )
          }
        >
          {t("start", { count: rowCount })}
        </Button>
        <Button
          disabled={busy}
          onClick={() =>
            run(
              () => dropFileAction({ id }),
              () => router.push("/app/datev"),
            )
          }
        >
          {t("drop")}
        </Button>
      </div>
      <RefusalText refusal={refusal} />
    </div>
  );
}
