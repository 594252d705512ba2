import { z } from "zod";

/** Data of a notification mail: figures and names instead of sentences, which depend on the language. */
const sum = z.object({ count: z.number().int(), cents: z.number().int() });

const debit = z.object({ invoiceId: z.string(), number: z.string(), payer: z.string(), cents: z.number().int() });

const debitsOfDay = sum.extend({ day: z.iso.date(), debits: z.array(debit) });

const toPerson = z.object({ userId: z.string(), company: z.string() });

/** Tomorrow's collections, and by day those that can be stopped only until this evening. */
export const previewData = toPerson.extend({
  tomorrow: debitsOfDay.extend({ stoppable: z.number().int() }),
  lastCalls: z.array(debitsOfDay),
});
export type PreviewFacts = Omit<z.output<typeof previewData>, "userId">;

const group = z.object({
  kind: z.string(),
  count: z.number().int(),
  sumCents: z.number().int(),
  since: z.string(),
  type: z.string().optional(),
  number: z.string().optional(),
  name: z.string().optional(),
  invoiceId: z.string().optional(),
  payoutId: z.string().optional(),
});

export const digestData = toPerson.extend({
  day: z.iso.date(),
  collected: sum,
  returned: sum,
  paidOut: sum,
  signed: z.number().int(),
  needsYou: z.array(group),
});
export type DigestFacts = Omit<z.output<typeof digestData>, "userId">;

const alertItem = debit.extend({ code: z.string() });

export const alertData = toPerson.extend({ groups: z.array(group.extend({ items: z.array(alertItem) })) });
export type AlertFacts = Omit<z.output<typeof alertData>, "userId">;

export const notificationPreferences = z.object({ preview: z.boolean(), digest: z.boolean(), alerts: z.boolean() });
