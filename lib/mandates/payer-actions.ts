"use server";

import { redirect } from "next/navigation";
import { callerOrigin } from "@/lib/auth/caller";
import { refreshClock } from "@/lib/core/clock";
import { AppError } from "@/lib/core/errors";
import { isStorable } from "@/lib/core/storable";
import { openSigningPage } from "./payer-mutations";

/** The payer wants to sign: leads to the page at the provider, or to the page that says why there is none. */
export async function openFlowAction(token: string): Promise<void> {
  await refreshClock();
  // A hand can call it with anything, also with half a character, which no address can hold.
  if (typeof token !== "string" || !isStorable(token)) redirect("/");
  const opened = await openUnlessTooMany(token);
  if (!opened) redirect(`/m/${encodeURIComponent(token)}?busy=1`);
  if ("url" in opened) redirect(opened.url);
  if (opened.state === "payments-disconnected") redirect("/GoCardlessUnauthenticated");
  if (opened.state === "books-disconnected") redirect("/erpUnauthenticated");
  redirect(`/m/${encodeURIComponent(token)}`);
}

/** Undefined if there were too many clicks on this link, or from this address. */
async function openUnlessTooMany(token: string) {
  try {
    return await openSigningPage(token, (await callerOrigin()).ip);
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return undefined;
    throw error;
  }
}
