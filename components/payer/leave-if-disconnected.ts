import { redirect } from "next/navigation";
import type { PayerPage } from "@/lib/mandates/payer-types";

/** Nothing can be signed while the supplier's side is broken; the pages the specification names say so. */
export function leaveIfDisconnected(state: PayerPage["state"]): void {
  if (state === "payments-disconnected") redirect("/GoCardlessUnauthenticated");
  if (state === "books-disconnected") redirect("/erpUnauthenticated");
}
