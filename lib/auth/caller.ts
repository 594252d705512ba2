import { headers } from "next/headers";
import { env } from "@/lib/core/env";

/** Where a request comes from, as far as it can be trusted: for limits, the audit log and the list of sessions. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/**
 * Reads the caller's address from X-Forwarded-For, counted from the end: only what our own proxies have appended is
 * true, everything before it was sent by the caller.
 */
export async function callerOrigin(): Promise<Origin> {
  const list = await headers();
  const hops = (list.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return {
    ip: hops.at(-env().TRUSTED_PROXIES) || "unknown",
    userAgent: (list.get("user-agent") ?? "").slice(0, 400),
  };
}
