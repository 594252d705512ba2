"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { addEndpointAction } from "@/lib/webhooks/actions";
import { WEBHOOK_KINDS, type WebhookKind } from "@/lib/webhooks/types";
import { EndpointSecret } from "./endpoint-secret";
import { kindKey } from "./kind-text";

/** The form for a new endpoint. Afterwards it shows the secret, this one time only. */
export function NewEndpoint() {
  const [secret, setSecret] = useState<string>();
  if (secret) return <EndpointSecret secret={secret} onKept={() => setSecret(undefined)} />;
  return <EndpointForm onMade={setSecret} />;
}

function EndpointForm({ onMade }: { onMade: (secret: string) => void }) {
  const t = useTranslations("account.webhooks");
  const { busy, refusal, run } = useAction<{ secret: string }>();
  const [kinds, setKinds] = useState<WebhookKind[]>([...WEBHOOK_KINDS]);
  const [isWrong, setIsWrong] = useState(false);
  const isRefused = refusal?.code === "invalid_input";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("url") as HTMLInputElement;
    const url = field.value.trim();
    const fits = URL.canParse(url) && /^https?:/.test(url);
    setIsWrong(!fits);
    if (!fits) field.focus();
    else if (kinds.length > 0)
      run(
        () => addEndpointAction({ url, kinds }),
        (made) => onMade(made.secret),
      );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-4">
      <Field
        id="webhook-url"
        name="url"
        type="url"
        label={t("url")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        error={isWrong || isRefused ? t("checkUrl") : undefined}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t("kinds")}</legend>
        {WEBHOOK_KINDS.map((kind) => {
          const key = kindKey(kind);
          return (
            <Checkbox
              key={kind}
              id={`webhook-${kind}`}
              name={kind}
              label={key ? t(key) : kind}
              checked={kinds.includes(kind)}
              onChange={(event) =>
                setKinds(event.currentTarget.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
              }
            />
          );
        })}
        {kinds.length === 0 ? <p className="mt-1 text-sm text-bad">{t("chooseKind")}</p> : null}
      </fieldset>
      {isRefused ? null : (
        <RefusalText refusal={refusal} text={refusal?.code === "conflict" ? t("tooMany") : undefined} />
      )}
      <Button type="submit" tone="primary" busy={busy}>
        {t("add")}
      </Button>
    </form>
  );
}
