"use server";

import { redirect } from "next/navigation";
import { refreshClock } from "@/lib/core/clock";
import { isStorable } from "@/lib/core/storable";
import { openSigningPage } from "./payer-mutations";

/** The payer wants to sign: on to a fresh page at the provider, or to the page that says why there is none. */
export async function openFlowAction(token: string): Promise<void> {
  await refreshClock();
  // A hand can call it with anything, also with half a character, which no address can hold.
  if (typeof token !== "string" || !isStorable(token)) redirect("/");
  const opened = await openSigningPage(token);
  if ("url" in opened) redirect(opened.url);
  if (opened.state === "payments-disconnected") redirect("/GoCardlessUnauthenticated");
  if (opened.state === "books-disconnected") redirect("/erpUnauthenticated");
  redirect(`/m/${encodeURIComponent(token)}`);
}
