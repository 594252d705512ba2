"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { askDevice, type PasskeyProblem } from "@/components/login/passkey-client";
import { proveByPasskeyAction, proveByPasswordAction } from "@/lib/accounts/sign-in/proof-actions";
import type { ActionResult } from "@/lib/core/web/action-result";
import type { ErrorCode } from "@/lib/core/web/errors";

type FieldName = "password" | "code";
/** `field` names the input that was left empty. */
type Problem = { field: FieldName } | { code: ErrorCode } | { passkey: PasskeyProblem };

/** Makes the calls behind the proof dialog, and holds what it shows of their answers. */
export function useProving(onProved: () => void) {
  const [busy, setBusy] = useState<"password" | "passkey">();
  const [asksCode, setAsksCode] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  function refuse(found: Problem): void {
    setBusy(undefined);
    setProblem(found);
  }

  function meet(result: ActionResult<void>): void {
    if (result.ok) {
      onProved();
    } else if (result.error.code === "unauthenticated") {
      window.location.assign("/login");
    } else if (result.error.code === "two_factor_required") {
      setBusy(undefined);
      setAsksCode(true);
    } else {
      refuse({ code: result.error.code });
    }
  }

  async function byPassword(password: string, twoFactorCode: string): Promise<void> {
    if (!password) return refuse({ field: "password" });
    if (asksCode && !twoFactorCode) return refuse({ field: "code" });
    setProblem(undefined);
    setBusy("password");
    meet(await proveByPasswordAction({ password, twoFactorCode: twoFactorCode || undefined }).catch(lost));
  }

  async function byPasskey(): Promise<void> {
    setProblem(undefined);
    setBusy("passkey");
    const device = await askDevice({});
    if ("problem" in device) return refuse({ passkey: device.problem });
    const clientExtensionResults = { ...device.credential.clientExtensionResults };
    meet(await proveByPasskeyAction({ response: { ...device.credential, clientExtensionResults } }).catch(lost));
  }

  return { busy, asksCode, texts: useProblemTexts(problem), byPassword, byPasskey };
}

/** The result when no server answered. */
function lost(): ActionResult<void> {
  return { ok: false, error: { code: "unavailable", fields: [], requestId: "" } };
}

/** Returns the text of a problem, keyed by its field or by the form. */
function useProblemTexts(problem: Problem | undefined): Partial<Record<FieldName | "form", string>> {
  const t = useTranslations("client.proof");
  const te = useTranslations("errors");
  const tl = useTranslations("login.problem");
  if (!problem) return {};
  if ("field" in problem) return { [problem.field]: tl(problem.field) };
  if ("passkey" in problem) return { form: t(`passkeyProblem.${problem.passkey}`) };
  if (problem.code === "wrong_credentials") return { password: t("wrong") };
  if (problem.code === "two_factor_code_wrong") return { code: te(problem.code) };
  return { form: te(problem.code) };
}
