"use client";

import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { useMayAct, useMayChange, useNeedsPremium } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/core/web/action-result";
import type { ErrorCode } from "@/lib/core/web/errors";
import { deleteLogoAction } from "@/lib/templates/actions";
import { LOGO_TYPES, MAX_LOGO_BYTES } from "@/lib/templates/logo/rules";
import type { TemplateAddress, TemplateView } from "@/lib/templates/schema";
import { templateUrl } from "./use-preview";

/** Sets the logo of one mail or of all four. The upload is saved at once, because an image has no draft. */
export function LogoField({
  customerId,
  address,
  hasLogo,
  onStored,
}: {
  customerId: string;
  address: TemplateAddress;
  hasLogo: boolean;
  onStored: (logo: TemplateView["logo"], everywhere: boolean) => void;
}) {
  const t = useTranslations("emails.logo");
  const { busy, refusal, run } = useAction<TemplateView>();
  const mayChange = useMayChange();
  const mayAct = useMayAct();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const file = useRef<HTMLInputElement>(null);
  const [everywhere, setEverywhere] = useState(true);
  const [wrong, setWrong] = useState<"tooLarge" | "wrongType">();

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [chosen] = event.currentTarget.files ?? [];
    // Cleared, so that the same file can be chosen again.
    event.currentTarget.value = "";
    if (!chosen) return;
    const isImage = (LOGO_TYPES as readonly string[]).includes(chosen.type);
    const found = isImage ? (chosen.size > MAX_LOGO_BYTES ? "tooLarge" : undefined) : "wrongType";
    setWrong(found);
    if (found) return;
    run(
      () => upload(`${templateUrl(customerId, address)}/logo`, chosen, everywhere),
      ({ logo }) => {
        onStored(logo, everywhere);
        say(t(everywhere ? "savedEverywhere" : "saved"));
      },
    );
  }

  function remove(): void {
    setWrong(undefined);
    run(
      () => deleteLogoAction({ address }),
      ({ logo }) => {
        onStored(logo, false);
        say(t("removed"));
      },
    );
  }

  // While the contract is locked, a logo can be removed but not added.
  if (!(mayAct || (mayChange && hasLogo))) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("label")}</legend>
      <p id="logo-hint" className="prose-width text-sm text-muted">
        {t("hint")}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayAct ? (
          <Button
            busy={busy}
            icon={<ImageUp aria-hidden="true" strokeWidth={1.5} className="size-5" />}
            aria-describedby="logo-hint"
            onClick={() => (needsPremium ? askUpgrade() : file.current?.click())}
          >
            {t(hasLogo ? "replace" : "choose")}
          </Button>
        ) : null}
        <input ref={file} type="file" hidden accept={LOGO_TYPES.join(",")} onChange={choose} />
        {hasLogo ? (
          <Button tone="quiet" disabled={busy} onClick={remove}>
            {t("remove")}
          </Button>
        ) : null}
        {mayAct ? (
          <Checkbox
            id="everywhere"
            label={t("everywhere")}
            checked={everywhere}
            onChange={(event) => setEverywhere(event.currentTarget.checked)}
          />
        ) : null}
      </div>
      <FieldError id="logo-error" text={wrong && t(wrong)} />
      <RefusalText refusal={refusal} />
    </fieldset>
  );
}

/** Uploads the logo by the documented API: a server action accepts no files of this size. */
async function upload(url: string, logo: File, everywhere: boolean): Promise<ActionResult<TemplateView>> {
  const body = new FormData();
  body.set("logo", logo);
  body.set("everywhere", String(everywhere));
  const response = await fetch(url, { method: "POST", body });
  if (response.ok) return { ok: true, data: (await response.json()) as TemplateView };
  const problem = (await response.json()) as { errorCode?: ErrorCode; requestId: string };
  const code = problem.errorCode ?? "unauthenticated";
  return { ok: false, error: { code, fields: [], requestId: problem.requestId } };
}
