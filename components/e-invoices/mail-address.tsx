"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { useRouter } from "@/components/ui/use-router";
import { replaceMailboxAction } from "@/lib/e-invoices/mailbox/actions";

/** The supplier's address for invoices by mail: to copy, and to replace. */
export function MailAddress({ address }: { address: string | null }) {
  const t = useTranslations("eInvoices.mail");
  const router = useRouter();
  const { busy, refusal, run } = useAction<{ address: string }>();
  const [isAsking, setAsking] = useState(false);
  const mayAct = useMayAct();
  const replace = (): void =>
    run(
      () => replaceMailboxAction({}),
      () => {
        setAsking(false);
        router.refresh();
      },
    );
  if (!address)
    return (
      <div>
        <p className="prose-width text-sm text-muted">{t("none")}</p>
        {mayAct ? (
          <Button className="mt-3" busy={busy} onClick={replace}>
            {t("create")}
          </Button>
        ) : null}
        <RefusalText refusal={refusal} />
      </div>
    );
  return (
    <div>
      <p className="font-medium wrap-anywhere">{address}</p>
      <p className="prose-width mt-1 text-sm text-muted">{t("hint")}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={address} label={t("copy")} done={t("copied")} />
        {mayAct ? (
          <Button size="small" tone="quiet" onClick={() => setAsking(true)}>
            {t("replace")}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        confirmation={{
          title: t("replaceTitle"),
          body: t("replaceText", { address }),
          confirm: t("replace"),
          cancel: t("keep"),
        }}
        busy={busy}
        problem={<RefusalText refusal={refusal} />}
        onConfirm={replace}
      />
    </div>
  );
}
