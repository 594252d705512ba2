"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import type { CeremonyProblem } from "@/lib/accounts/passkeys/rules";
import type { ActionResult } from "@/lib/core/web/action-result";
import { makePasskey } from "./make-passkey";

type Made = { id: string; name: string };

export function AddPasskey() {
  const t = useTranslations("account.passkeys");
  const { busy, refusal, run } = useAction<Made | undefined>();
  const [problem, setProblem] = useState<CeremonyProblem>();

  async function make(): Promise<ActionResult<Made | undefined>> {
    const made = await makePasskey();
    if (!("device" in made)) return made;
    setProblem(made.device);
    return { ok: true, data: undefined };
  }

  return (
    <div>
      <Button
        busy={busy}
        icon={<Plus aria-hidden="true" strokeWidth={1.5} className="size-4" />}
        onClick={() => {
          setProblem(undefined);
          run(make, (made) => (made ? say(t("added")) : undefined));
        }}
      >
        {t("add")}
      </Button>
      <FieldError id="passkey-problem" text={problem ? t(`problem.${problem}`) : undefined} />
      <RefusalText refusal={refusal} />
    </div>
  );
}
