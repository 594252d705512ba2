import { ownPath } from "@/lib/core/own-path";

/** Where to go after the sign-in: only an address of ours, and not the sign-in again. */
export function safeReturnPath(path: string | undefined): string {
  const own = ownPath(path);
  return own && !own.startsWith("/login") ? own : "/app";
}
