import { redirect } from "next/navigation";
import type { PayerPage } from "@/lib/mandates/signing/types";

/**
 * Redirects to an explanation if the supplier's connection is broken, because nothing can be signed then. The
 * specification prescribes the two addresses.
 */
export function leaveIfDisconnected(state: PayerPage["state"]): void {
  if (state === "payments-disconnected") redirect("/GoCardlessUnauthenticated");
  if (state === "books-disconnected") redirect("/erpUnauthenticated");
}
