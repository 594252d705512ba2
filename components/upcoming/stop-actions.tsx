"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionButton } from "@/components/action/action-button";
import { useMayChange } from "@/components/action/may-change";
import { Button } from "@/components/ui/button";
import { setInvoiceExcludedAction } from "@/lib/invoices/actions";
import { HoldDebits } from "./hold-debits";

export interface HoldRange {
  first: string;
  last: string;
  suggested: string;
}

/** Holds or excludes the invoice of one collection that can still be stopped. */
export function StopActions({ invoiceId, context, range }: { invoiceId: string; context: string; range: HoldRange }) {
  const t = useTranslations("upcoming");
  const [isHolding, setIsHolding] = useState(false);
  if (!useMayChange()) return null;
  if (isHolding)
    return (
      <div className="mt-1 w-full rounded-card border p-4 text-ink">
        <HoldDebits
          invoiceIds={() => [invoiceId]}
          {...range}
          onDone={() => setIsHolding(false)}
          onClose={() => setIsHolding(false)}
        />
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2 text-ink max-sm:w-full sm:ml-auto">
      <Button size="small" onClick={() => setIsHolding(true)}>
        {t("holdOpen")}
        <span className="sr-only"> {context}</span>
      </Button>
      <ActionButton
        size="small"
        tone="quiet"
        context={context}
        action={setInvoiceExcludedAction.bind(null, { invoiceId, excluded: true })}
        done={t("excludeDone", { count: 1 })}
        undo={{
          label: t("undo"),
          action: setInvoiceExcludedAction.bind(null, { invoiceId, excluded: false }),
          done: t("released"),
        }}
      >
        {t("exclude")}
      </ActionButton>
    </div>
  );
}
