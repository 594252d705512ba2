"use server";

import { z } from "zod";
import { isDay } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/access";
import { startBulk } from "./bulk-mutations";
import { BEGINNING_ACTIONS, BULK_MOST, STEADY_ACTIONS } from "./bulk-rules";
import { listWhere } from "./list-data";
import { INVOICE_FILTERS } from "./types";

const ofList = z.object({ filter: z.enum(INVOICE_FILTERS), search: z.string().max(200).optional() });
const selection = z.union([
  z.object({ ids: z.array(z.string().max(60)).min(1).max(500) }),
  ofList.extend({ counted: z.int().min(1).max(BULK_MOST) }),
]);

/** How many invoices stand behind a filter and a search, and what they come to, counted no further than a run takes. */
export const countSelectionAction = action({
  access: "reader",
  input: ofList,
  handler: async ({ caller, input }) => {
    const found = await db.invoice.findMany({
      where: listWhere(caller.customerId, input),
      select: { amountCents: true },
      orderBy: { id: "asc" },
      take: BULK_MOST + 1,
    });
    const taken = found.slice(0, BULK_MOST);
    const cents = taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { count: taken.length, cents, isCapped: found.length > BULK_MOST };
  },
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
