import { callerOrigin } from "@/lib/auth/caller";
import { refreshClock } from "@/lib/core/clock";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { isStorable } from "@/lib/core/storable";
import { openSigningPage } from "./payer-mutations";

/**
 * Where a payer who wants to sign is led: to the page at the provider, or to a page of ours that says why there is none.
 * Whatever goes wrong ends at a page: the payer may have no scripts that would tell.
 */
export async function signingAddress(token: string): Promise<string> {
  await refreshClock();
  // A hand can call it with anything, also with half a character, which no address can hold.
  if (!isStorable(token)) return "/";
  const page = `/m/${encodeURIComponent(token)}`;
  try {
    const opened = await openSigningPage(token, (await callerOrigin()).ip);
    if ("url" in opened) return opened.url;
    if (opened.state === "payments-disconnected") return "/GoCardlessUnauthenticated";
    return opened.state === "books-disconnected" ? "/erpUnauthenticated" : page;
  } catch (error) {
    // Too many clicks on this link, or from this address.
    if (error instanceof AppError && error.code === "too_many_requests") return `${page}?busy=1`;
    log.error({ err: error }, "signing page could not be opened");
    return `${page}?failed=1`;
  }
}
