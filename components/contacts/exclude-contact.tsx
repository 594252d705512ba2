"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useMayChange } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Spinner } from "@/components/ui/spinner";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import { formatMoney } from "@/lib/core/money/money";
import { setContactExcludedAction, weighExclusionAction } from "@/lib/payers/actions";
import type { ExclusionStakes } from "@/lib/payers/types";

/**
 * Excludes a contact from collection. On a click it first asks the server what that would stop, and what can no longer
 * be stopped.
 */
export function ExcludeContact({
  contactId,
  name,
  label,
  context,
}: {
  contactId: string;
  name: string;
  label: string;
  /** For screen readers only: tells several buttons of the same name apart. */
  context: string;
}) {
  const t = useTranslations("exclusion");
  const router = useRouter();
  const weighing = useAction<ExclusionStakes>();
  const excluding = useAction<unknown>();
  const [stakes, setStakes] = useState<ExclusionStakes>();
  if (!useMayChange()) return null;

  function ask(): void {
    if (!weighing.busy) weighing.run(() => weighExclusionAction({ contactId }), setStakes);
  }

  function exclude(): void {
    excluding.run(
      () => setContactExcludedAction({ contactId, isExcluded: true }),
      () => {
        setStakes(undefined);
        say(t("done"));
        router.refresh();
      },
    );
  }

  return (
    <div className="min-w-0">
      {/* Not disabled while the figures load: a disabled button would lose the focus, which returns to it after the
          dialog. */}
      <Button
        size="small"
        tone="quiet"
        aria-disabled={weighing.busy || undefined}
        icon={weighing.busy ? <Spinner /> : undefined}
        onClick={ask}
      >
        {label}
        <span className="sr-only"> {context}</span>
      </Button>
      <RefusalText refusal={weighing.refusal} />
      {stakes ? (
        <ConfirmDialog
          open
          onOpenChange={() => {
            setStakes(undefined);
            excluding.clear();
          }}
          confirmation={{
            title: t("title"),
            body: <Consequence name={name} stakes={stakes} />,
            confirm: label,
            cancel: t("keep"),
          }}
          busy={excluding.busy}
          problem={<RefusalText refusal={excluding.refusal} />}
          onConfirm={exclude}
        />
      ) : null}
    </div>
  );
}

function Consequence({ name, stakes }: { name: string; stakes: ExclusionStakes }) {
  const t = useTranslations("exclusion");
  const locale = useLocale();
  const { invoices, stops, runsOn } = stakes;
  const figures = ({ count, cents }: ExclusionStakes["stops"]) => ({ count, amount: formatMoney(cents, locale) });
  return (
    <>
      <p className="font-medium text-ink">{name}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t("invoices", figures(invoices))}</li>
        {stops.count > 0 ? <li>{t("stops", figures(stops))}</li> : null}
        {runsOn.count > 0 ? <li>{t("runsOn", figures(runsOn))}</li> : null}
        {stops.count + runsOn.count === 0 ? <li>{t("stopsNothing")}</li> : null}
      </ul>
      <p>{t("after")}</p>
    </>
  );
}
