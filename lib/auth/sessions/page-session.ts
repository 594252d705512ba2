import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { refreshClock } from "@/lib/core/time/clock";
import { ADDRESS_HEADER } from "@/lib/core/web/address";
import { currentAccount, type Session, type SignedInAccount } from "./session";

/** `stamp`: a version that the page's data has at least; see `Pulse`. */
export type PageSession = Session & { stamp: string };

/** Reads once per request: layout and page both ask. */
export const readAccount = cache(async (): Promise<SignedInAccount | undefined> => {
  await refreshClock();
  return await currentAccount();
});

/**
 * Returns the reader of the page and their account, or redirects to the sign-in. Every loader calls it first, so its
 * version is older than all that the page shows.
 */
export async function pageAccount(): Promise<SignedInAccount> {
  return (await readAccount()) ?? redirect(await signInAddress());
}

export async function pageSession(): Promise<PageSession> {
  const { session, account } = await pageAccount();
  return { ...session, stamp: account.pulse?.stamp ?? "" };
}

/** Returns the address of the sign-in, which leads to the requested page afterwards. */
async function signInAddress(): Promise<string> {
  const path = (await headers()).get(ADDRESS_HEADER);
  return path && path !== "/app" ? `/login?path=${encodeURIComponent(path)}` : "/login";
}
