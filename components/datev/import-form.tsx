"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useRouter } from "@/components/ui/use-router";
import { dropFileAction, importFileAction } from "@/lib/datev/actions";

/** The last word before a file is imported. */
export function ImportForm({
  id,
  knownOpen,
  rowCount,
  requestsMandates,
}: {
  id: string;
  /** Documents that are known as open. */
  knownOpen: number;
  rowCount: number;
  /** Of open items: whether payers without a mandate are asked for one. Undefined for a file of debtors. */
  requestsMandates: boolean | undefined;
}) {
  const t = useTranslations("datev.import");
  const router = useRouter();
  const { busy, refusal, run } = useAction<void>();
  const [isComplete, setComplete] = useState(requestsMandates !== undefined);
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
      {requestsMandates !== undefined && knownOpen > 0 ? (
        <div className="mb-4">
          <Checkbox
            id="isComplete"
            label={t("isComplete", { count: knownOpen })}
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
