"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Checkbox } from "@/components/ui/checkbox";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { saveRetryPlanAction } from "@/lib/customers/actions";

/** Sets whether collections that failed for lack of funds are retried automatically. */
export function RetryPlanForm({ retriesReturns }: { retriesReturns: boolean }) {
  const t = useTranslations("retryPlan");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const mayChange = useMayAct();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get("retriesReturns") === "on";
    run(
      () => saveRetryPlanAction({ retriesReturns: wanted }),
      () => {
        unsaved.saved();
        say(t(wanted ? "savedOn" : "savedOff"));
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="space-y-4">
      <Checkbox
        id="retriesReturns"
        name="retriesReturns"
        label={t("label")}
        defaultChecked={retriesReturns}
        disabled={!mayChange}
      />
      <ul className="prose-width list-disc space-y-1 pl-5 text-sm text-muted">
        <li>{t("which")}</li>
        <li>{t("when")}</li>
        <li>{t("howOften")}</li>
        <li>{t("off")}</li>
      </ul>
      <FormEnd refusal={refusal} busy={busy} submit={mayChange ? t("save") : undefined} />
    </form>
  );
}
