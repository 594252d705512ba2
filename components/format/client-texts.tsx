import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Takes texts along to the browser for the forms inside; what the root layout already takes stays there. */
export async function ClientTexts({ names, children }: { names: string[]; children: ReactNode }) {
  const all = (await getMessages()) as Record<string, unknown>;
  const wanted = ["shell", "login", "errors", "client", ...names];
  const messages = Object.fromEntries(wanted.map((name) => [name, all[name]]));
  return <NextIntlClientProvider messages={messages as never}>{children}</NextIntlClientProvider>;
}
