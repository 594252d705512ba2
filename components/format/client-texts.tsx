import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/**
 * Sends message namespaces to the browser for the client components inside, in addition to those of the root layout.
 */
export async function ClientTexts({ names, children }: { names: string[]; children: ReactNode }) {
  const all = (await getMessages()) as Record<string, unknown>;
  const wanted = ["shell", "login", "errors", "client", ...names];
  const messages = Object.fromEntries(wanted.map((name) => [name, all[name]]));
  return <NextIntlClientProvider messages={messages as never}>{children}</NextIntlClientProvider>;
}
