"use client";

import { type RefObject, useState } from "react";
import type { Problems } from "./problems";

/**
 * Asks during typing whether the e-mail address, or the firm in that city, is registered already. The server checks
 * again when the form is sent; this check only saves the person a detour.
 */
export function useTakenChecks(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<Problems>({});
  const value = (name: string) => form.current?.querySelector<HTMLInputElement>(`#${name}`)?.value.trim() ?? "";

  async function email(): Promise<void> {
    const typed = value("email");
    if (!typed) return forget("email");
    const taken = await ask(`check-email?${new URLSearchParams({ email: typed })}`);
    if (value("email") !== typed) return;
    if (taken === undefined) setProblems((known) => ({ ...known, email: "emailUnchecked" }));
    else if (taken) setProblems((known) => ({ ...known, email: "emailTaken" }));
    else forget("email");
  }

  async function company(): Promise<void> {
    const [name, city] = [value("companyName"), value("city")];
    if (!name || !city) return forget("companyName");
    const taken = await ask(`check-company?${new URLSearchParams({ name, city })}`);
    if (value("companyName") !== name || value("city") !== city) return;
    if (taken) setProblems((known) => ({ ...known, companyName: "companyTaken" }));
    else forget("companyName");
  }

  function forget(name: "email" | "companyName"): void {
    setProblems(({ [name]: _, ...others }) => others);
  }

  return { problems, email: () => void email(), company: () => void company() };
}

/** Returns undefined if the answer could not be obtained. */
async function ask(call: string): Promise<boolean | undefined> {
  const response = await fetch(`/api/v1/register/${call}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  return ((await response.json()) as { registered: boolean }).registered;
}
