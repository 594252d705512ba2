"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** Shows the secret of an endpoint, this one time only. */
export function ShownSecret({ secret, onKept }: { secret: string; onKept: () => void }) {
  const t = useTranslations("account");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t("webhooks.secretTitle")}
      </h3>
      <p className="prose-width mt-1 mb-4 text-muted">{t("webhooks.secretText")}</p>
      <p className="mb-4 rounded-control bg-sunken px-4 py-3 font-mono text-sm break-all">{secret}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} label={t("webhooks.copy")} done={t("copied")} />
        <Button size="small" tone="primary" onClick={onKept}>
          {t("webhooks.kept")}
        </Button>
      </div>
    </div>
  );
}
