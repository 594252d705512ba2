import { ownPath } from "@/lib/core/web/own-path";

/** Returns the path to open after the sign-in: a path of ours other than the sign-in page, otherwise the dashboard. */
export function safeReturnPath(path: string | undefined): string {
  const own = ownPath(path);
  return own && !own.startsWith("/login") ? own : "/app";
}
