import { headers } from "next/headers";
import { env } from "@/lib/core/env";
import { plainIp } from "@/lib/core/web/ip";

/** Where a request comes from, as far as we can trust it: for limits, the audit log and the list of sessions. */
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

/** Returns the text after `Bearer` in the header `Authorization`; undefined without such a header. */
export async function bearerOfRequest(): Promise<string | undefined> {
  return (await headers()).get("authorization")?.match(/^Bearer (.+)$/i)?.[1];
}

/**
 * Returns the caller's address from `X-Forwarded-For`, in the one spelling of `plainIp`. Entries count from the end.
 * Only those that our own proxies appended can be trusted; the caller sent everything before.
 */
export function addressOf(forwardedFor: string | null, trustedProxies: number): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  return plainIp(hops.at(-trustedProxies) ?? "");
}
