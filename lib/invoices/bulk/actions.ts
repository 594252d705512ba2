"use server";

import { z } from "zod";
import { isDay } from "@/lib/core/time/dates";
import { action } from "@/lib/http/action";
import { countSelection } from "@/lib/invoices/list/page-data";
import { INVOICE_FILTERS } from "@/lib/invoices/types";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { startBulk } from "./mutations";
import { BEGINNING_ACTIONS, BULK_MOST, STEADY_ACTIONS } from "./rules";

const ofList = z.object({ filter: z.enum(INVOICE_FILTERS), search: z.string().max(200).optional() });
const selection = z.union([
  z.object({ ids: z.array(z.string().max(60)).min(1).max(500) }),
  ofList.extend({ counted: z.int().min(1).max(BULK_MOST) }),
]);

/** Returns how many invoices match a filter and a search, and their sum. */
export const countSelectionAction = action({
  access: "reader",
  input: ofList,
  handler: async ({ caller, input }) => await countSelection(caller.customerId, input),
});

/** Blocks or releases many invoices. */
export const blockManyAction = action({
  access: "member",
  input: z.object({
    action: z.enum(STEADY_ACTIONS),
    until: z.string().refine(isDay).optional(),
    selection,
  }),
  handler: async ({ caller, input }) => await startBulk(caller.customerId, input, caller.actor),
});

/** Starts collections or mandate requests for many invoices. */
export const beginManyAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ action: z.enum(BEGINNING_ACTIONS), selection }),
  handler: async ({ caller, input }) => await startBulk(caller.customerId, input, caller.actor),
});
