import { headers } from "next/headers";
import { env } from "@/lib/core/env";
import { plainIp } from "@/lib/core/ip";

/** Where a request comes from, as far as it can be trusted: for limits, the audit log and the list of sessions. */
export interface Origin {
  /** In the one spelling of `plainIp`. */
  ip: string;
  userAgent: string;
}

export async function callerOrigin(): Promise<Origin> {
  const list = await headers();
  return {
    ip: addressOf(list.get("x-forwarded-for"), env().TRUSTED_PROXIES),
    userAgent: (list.get("user-agent") ?? "").slice(0, 400),
  };
}

/**
 * The caller's address from X-Forwarded-For in its one spelling. Entries count from the end: only those that our own
 * proxies have appended are true, the caller sent everything before them.
 */
export function addressOf(forwardedFor: string | null, trustedProxies: number): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  return plainIp(hops.at(-trustedProxies) ?? "");
}
