"use client";

import { Download, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { brand } from "@/lib/core/brand";
import { saveFile } from "./save-file";

/**
 * Shows the ten recovery codes, this one time only: to copy, save or print. The print rules in globals.css print
 * nothing else.
 */
export function RecoveryCodes({ codes, email, onKept }: { codes: string[]; email: string; onKept: () => void }) {
  const t = useTranslations("account");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = t("twoFactor.fileTitle", { product: brand.name, email });
  const file = [title, t("twoFactor.fileHint"), "", ...codes, ""].join("\n");
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t("twoFactor.recoveryTitle")}
      </h3>
      <p className="prose-width mt-1 mb-4 text-muted">{t("twoFactor.recoveryText")}</p>
      <div data-printed>
        <div className="hidden print:block">
          <p className="font-semibold">{title}</p>
          <p className="mb-4">{t("twoFactor.fileHint")}</p>
        </div>
        <ul
          aria-label={t("twoFactor.recoveryCodes")}
          className="grid max-w-md grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken px-5 py-4 font-medium tabular-nums"
        >
          {codes.map((code) => (
            <li key={code} className="font-mono whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} label={t("twoFactor.copyCodes")} done={t("copied")} />
        <Button
          size="small"
          icon={<Download aria-hidden="true" strokeWidth={1.5} className="size-4" />}
          onClick={() => saveFile(new Blob([file], { type: "text/plain" }), "einzug-recovery-codes.txt")}
        >
          {t("twoFactor.download")}
        </Button>
        <Button
          size="small"
          icon={<Printer aria-hidden="true" strokeWidth={1.5} className="size-4" />}
          onClick={() => window.print()}
        >
          {t("twoFactor.print")}
        </Button>
      </div>
      <Button tone="primary" className="mt-6" onClick={onKept}>
        {t("twoFactor.kept")}
      </Button>
    </div>
  );
}
