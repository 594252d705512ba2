import { callerOrigin } from "@/lib/auth/caller";
import { log } from "@/lib/core/telemetry/log";
import { isStorable } from "@/lib/core/text/storable";
import { refreshClock } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { openSigningPage } from "./page-provider";

/**
 * Returns where to lead a payer who wants to sign: to the page at GoCardless, or to a page of ours that explains why
 * there is none. Every failure leads to a page, because the payer may have scripts disabled.
 */
export async function signingAddress(token: string): Promise<string> {
  await refreshClock();
  // Anybody can send any text, also half a surrogate pair, which no URL can hold.
  if (!isStorable(token)) return "/";
  const page = `/m/${encodeURIComponent(token)}`;
  try {
    const opened = await openSigningPage(token, (await callerOrigin()).ip);
    if ("url" in opened) return opened.url;
    if (opened.state === "payments-disconnected") return "/GoCardlessUnauthenticated";
    return opened.state === "books-disconnected" ? "/erpUnauthenticated" : page;
  } catch (error) {
    // Too many clicks on this link, or from this IP address.
    if (error instanceof AppError && error.code === "too_many_requests") return `${page}?busy=1`;
    log.error({ err: error }, "signing page could not be opened");
    return `${page}?failed=1`;
  }
}
