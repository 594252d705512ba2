import { headers } from "next/headers";
import { env } from "@/lib/core/env";

/** Where a request comes from, as far as it can be trusted: for limits, the audit log and the list of sessions. */
export interface Origin {
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
 * The caller's address from X-Forwarded-For, counted from the end: only what our own proxies have appended is true,
 * everything before it was sent by the caller.
 */
export function addressOf(forwardedFor: string | null, trustedProxies: number): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedProxies) || "unknown";
}
