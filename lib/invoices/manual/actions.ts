"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { startTransfer } from "@/lib/invoices/bulk/mutations";
import { requirePremium } from "@/lib/subscriptions/contract/access";

/** Most documents of one transfer: as many as a page of the accounting system's list shows. */
const MOST = 100;

export const transferInvoicesAction = action({
  access: "member",
  gate: requirePremium,
  input: z.object({
    documents: z
      .array(z.object({ externalId: z.string().min(1).max(200), number: z.string().max(200) }))
      .min(1)
      .max(MOST),
  }),
  handler: async ({ caller, input }) => await startTransfer(caller.customerId, input.documents, caller.actor),
});
