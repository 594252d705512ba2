"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { leaveForOutagePage } from "@/components/action/outage";
import { offersPasskeysInFields, type PasskeyProblem, signInByPasskey } from "./passkey-client";
import { type SignInAnswer, signInBy } from "./sign-in-client";

/** Problems of the sign-in; each has a text under `login.problem` in messages/. */
export type SignInProblem =
  | "email"
  | "password"
  | "code"
  | "wrong"
  | "wrongCode"
  | "offline"
  | "tooMany"
  | `passkey.${PasskeyProblem}`;

export interface SignIn {
  problem?: SignInProblem;
  /** Minutes to wait, for the problem `tooMany`. */
  minutes: number;
  busy?: "password" | "passkey";
  asksCode: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  byPasskey: () => void;
}

/** Where the browser stores the choice to stay logged in, so that the box is preset next time. */
const STAY_KEY = "einzug-stay";
const FIELD_OF: Partial<Record<SignInProblem, string>> = {
  password: "password",
  code: "twoFactorCode",
  wrongCode: "twoFactorCode",
};

/** Runs the sign-in between form and session: password, code and passkey. Moves the focus to the field that failed. */
export function useSignIn(form: RefObject<HTMLFormElement | null>, returnPath: string): SignIn {
  const [problem, setProblem] = useState<SignInProblem>();
  const [minutes, setMinutes] = useState(1);
  const [busy, setBusy] = useState<"password" | "passkey">();
  const [asksCode, setAsksCode] = useState(false);
  const isDone = useRef(false);

  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
  const value = (name: string) => field(name)?.value.trim() ?? "";

  function refuse(found: SignInProblem): void {
    setProblem(found);
    setBusy(undefined);
    field(FIELD_OF[found] ?? "email")?.focus();
  }

  function begin(what: "password" | "passkey"): void {
    setBusy(what);
    setProblem(undefined);
    window.localStorage.setItem(STAY_KEY, String(stays(form)));
  }

  function leave(): void {
    isDone.current = true;
    window.location.assign(returnPath);
  }

  function meet(answer: SignInAnswer): void {
    if (answer.ok) {
      leave();
    } else if (answer.code === "two_factor_required") {
      setAsksCode(true);
      setBusy(undefined);
    } else if (answer.code === "too_many_requests") {
      setMinutes(Math.ceil((answer.retryAfterSeconds ?? 60) / 60));
      refuse("tooMany");
    } else if (answer.code === "unavailable") {
      leaveForOutagePage();
    } else if (answer.code === "two_factor_code_wrong") {
      refuse("wrongCode");
    } else {
      refuse(answer.code === "wrong_credentials" ? "wrong" : "offline");
    }
  }

  async function byPassword(): Promise<void> {
    const [email, password, twoFactorCode] = [value("email"), field("password")?.value ?? "", value("twoFactorCode")];
    if (!email) return refuse("email");
    if (!password) return refuse("password");
    if (asksCode && !twoFactorCode) return refuse("code");
    begin("password");
    const fields = { email, password, stay: String(stays(form)) };
    meet(await signInBy("password", asksCode ? { ...fields, twoFactorCode } : fields));
  }

  async function byPasskey(): Promise<void> {
    const email = value("email");
    if (!email) return refuse("email");
    begin("passkey");
    const answer = await signInByPasskey({ email, stay: () => stays(form) });
    if (answer.ok) leave();
    else refuse(`passkey.${answer.problem}`);
  }

  useEffect(() => {
    const box = form.current?.elements.namedItem("stay") as HTMLInputElement | null | undefined;
    if (box) box.checked = window.localStorage.getItem(STAY_KEY) === "true";
    // Passkeys in the list below the e-mail field wait until one is chosen. Only a refusal is shown, as a problem.
    void offersPasskeysInFields().then(async (offers) => {
      if (!offers) return;
      const answer = await signInByPasskey({ stay: () => stays(form), autofill: true });
      if (answer.ok) window.location.assign(returnPath);
      else if (answer.isRefused && !isDone.current) setProblem("passkey.failed");
    });
  }, [form, returnPath]);

  return {
    problem,
    minutes,
    busy,
    asksCode,
    submit: (event) => {
      event.preventDefault();
      void byPassword();
    },
    byPasskey: () => void byPasskey(),
  };
}

function stays(form: RefObject<HTMLFormElement | null>): boolean {
  return (form.current?.elements.namedItem("stay") as HTMLInputElement | null | undefined)?.checked ?? false;
}
