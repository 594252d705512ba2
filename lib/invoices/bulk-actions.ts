"use server";

import { z } from "zod";
import { isDay } from "@/lib/core/dates";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/access";
import { startBulk } from "./bulk-mutations";
import { BEGINNING_ACTIONS, BULK_MOST, STEADY_ACTIONS } from "./bulk-rules";
import { countSelection } from "./data";
import { INVOICE_FILTERS } from "./types";

const ofList = z.object({ filter: z.enum(INVOICE_FILTERS), search: z.string().max(200).optional() });
const selection = z.union([
  z.object({ ids: z.array(z.string().max(60)).min(1).max(500) }),
  ofList.extend({ counted: z.int().min(1).max(BULK_MOST) }),
]);

/** How many invoices stand behind a filter and a search, and what they come to. */
export const countSelectionAction = action({
  access: "reader",
  input: ofList,
  handler: async ({ caller, input }) => await countSelection(caller.customerId, input),
});

/** Keeps many invoices back, or lets them go on. */
export const keepManyBackAction = action({
  access: "member",
  input: z.object({
    action: z.enum(STEADY_ACTIONS),
    until: z.string().refine(isDay).optional(),
    selection,
  }),
  handler: async ({ caller, input }) => await startBulk(caller.customerId, input, caller.actor),
});

/** Begins something for many invoices: debits at once, or requests for mandates. */
export const beginManyAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ action: z.enum(BEGINNING_ACTIONS), selection }),
  handler: async ({ caller, input }) => await startBulk(caller.customerId, input, caller.actor),
});
