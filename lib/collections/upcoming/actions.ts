"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { excludeDebits, holdDebits } from "./mutations";

/** At most as many as a page shows. */
const invoiceIds = z.array(z.string().max(64)).min(1).max(100);

export const holdDebitsAction = action({
  access: "member",
  input: z.object({ invoiceIds, until: z.iso.date() }),
  handler: async ({ caller, input }) =>
    await holdDebits(caller.customerId, input.invoiceIds, input.until, caller.actor),
});

export const excludeDebitsAction = action({
  access: "member",
  input: z.object({ invoiceIds }),
  handler: async ({ caller, input }) => await excludeDebits(caller.customerId, input.invoiceIds, caller.actor),
});
