import type { Cents } from "@/lib/core/money/money";
import type { Collection, Invoice } from "@/lib/core/prisma/client";

/** Returns what is open of a document after its credits and the collections that were paid out, and its status. */
export function openAfter(
  { totalCents, creditedCents }: Pick<Invoice, "totalCents" | "creditedCents">,
  collections: Pick<Collection, "status" | "amountCents">[],
): { openCents: Cents; bookStatus: "open" | "paid" | "voided" } {
  const receivedCents = collections
    .filter(({ status }) => status === "paid_out")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const openCents = Math.max(0, totalCents - creditedCents - receivedCents);
  if (openCents > 0) return { openCents, bookStatus: "open" };
  return { openCents, bookStatus: receivedCents > 0 ? "paid" : "voided" };
}
