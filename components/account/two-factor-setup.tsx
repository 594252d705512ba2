"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { enableTwoFactorAction } from "@/lib/accounts/actions";
import { brand } from "@/lib/core/brand";

export interface TwoFactorSecret {
  secret: string;
  /** A data URL of the image. */
  qrCode: string;
}

type CodeField = "first" | "second";

/**
 * Sets up the second factor: the person enters the key into the app, then two codes prove that app and server agree.
 */
export function TwoFactorSetup({
  secret,
  onCancel,
  onEnabled,
}: {
  secret: TwoFactorSecret;
  onCancel: () => void;
  onEnabled: (recoveryCodes: string[]) => void;
}) {
  const t = useTranslations("account");
  const { busy, refusal, run } = useAction<{ recoveryCodes: string[] }>();
  const [missing, setMissing] = useState<CodeField[]>([]);
  const isWrong = refusal?.code === "two_factor_code_wrong";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const read = (name: CodeField) => String(data.get(name) ?? "").replace(/\s/g, "");
    const lacking = (["first", "second"] as const).filter((name) => !/^\d{6}$/.test(read(name)));
    setMissing(lacking);
    if (lacking[0]) form.querySelector<HTMLInputElement>(`#${lacking[0]}`)?.focus();
    else
      run(
        () => enableTwoFactorAction({ codes: [read("first"), read("second")] }),
        ({ recoveryCodes }) => onEnabled(recoveryCodes),
      );
  }

  const code = (name: CodeField) => ({
    id: name,
    name,
    inputMode: "numeric" as const,
    autoComplete: "off",
    maxLength: 7,
    error: missing.includes(name) ? t("twoFactor.enterCode") : undefined,
    className: "tabular-nums",
  });
  return (
    <div className="space-y-8">
      <KeyView secret={secret} />
      <form method="post" onSubmit={submit} noValidate>
        <h3 className="font-semibold">{t("twoFactor.codesTitle")}</h3>
        <p className="prose-width mt-1 mb-4 text-muted">{t("twoFactor.codesText")}</p>
        <div className="grid max-w-md gap-4 sm:grid-cols-2">
          <Field {...code("first")} label={t("twoFactor.firstCode")} />
          <Field {...code("second")} label={t("twoFactor.secondCode")} />
        </div>
        <RefusalText refusal={refusal} text={isWrong ? t("twoFactor.enableFailed") : undefined} />
        <div className="mt-5 flex flex-wrap gap-2">
          <Button type="submit" tone="primary" busy={busy}>
            {t("twoFactor.enable")}
          </Button>
          <Button disabled={busy} onClick={onCancel}>
            {t("cancel")}
          </Button>
        </div>
      </form>
    </div>
  );
}

function KeyView({ secret: { secret, qrCode } }: { secret: TwoFactorSecret }) {
  const t = useTranslations("account.twoFactor");
  const copied = useTranslations("account")("copied");
  return (
    <div>
      <h3 className="font-semibold">{t("scanTitle", { product: brand.name })}</h3>
      <p className="prose-width mt-1 mb-4 text-muted">{t("scanText")}</p>
      <div className="flex flex-wrap items-start gap-6">
        {/* biome-ignore lint/performance/noImgElement: a data URL, there is nothing to optimise */}
        <img src={qrCode} alt={t("qrCode")} width={176} height={176} className="rounded-control border bg-white" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm text-muted">{t("keyText")}</p>
          <dl className="my-3">
            <dt className="sr-only">{t("key")}</dt>
            <dd className="text-sm font-medium tracking-wide break-words">{secret.match(/.{1,4}/g)?.join(" ")}</dd>
          </dl>
          <CopyButton text={secret} label={t("copyKey")} done={copied} />
        </div>
      </div>
    </div>
  );
}
