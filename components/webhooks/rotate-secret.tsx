"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { rotateSecretAction } from "@/lib/webhooks/actions";
import { EndpointSecret } from "./endpoint-secret";

/** Makes a new secret after a question, and shows it once. */
export function RotateSecret({ id, url }: { id: string; url: string }) {
  const t = useTranslations("account");
  const { busy, refusal, run } = useAction<{ secret: string }>();
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  function close(): void {
    setOpen(false);
    setSecret(undefined);
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("webhooks.rotate")}
        <span className="sr-only"> {url}</span>
      </Button>
      <FormDialog
        open={open}
        onOpenChange={(isOpen) => (isOpen ? setOpen(true) : close())}
        title={t("webhooks.rotateTitle")}
        text={t("webhooks.rotateText")}
      >
        {secret ? (
          <EndpointSecret secret={secret} onKept={close} />
        ) : (
          <>
            <RefusalText refusal={refusal} />
            <div className="flex flex-wrap gap-2">
              <Button
                tone="primary"
                busy={busy}
                onClick={() =>
                  run(
                    () => rotateSecretAction({ id }),
                    (made) => setSecret(made.secret),
                  )
                }
              >
                {t("webhooks.rotateConfirm")}
              </Button>
              <Button onClick={close}>{t("cancel")}</Button>
            </div>
          </>
        )}
      </FormDialog>
    </>
  );
}
