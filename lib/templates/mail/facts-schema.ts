import { z } from "zod";

/**
 * The facts of a mandate mail. All but the link are stored with the mail, so it shows the state when it was enqueued.
 */
export const mandateFacts = z.object({
  link: z.url(),
  supplier: z.object({
    name: z.string(),
    address: z.string(),
    zip: z.string(),
    city: z.string(),
    countryCode: z.string().default(""),
    email: z.string(),
    phone: z.string(),
    website: z.string().default(""),
  }),
  contactName: z.string(),
  /** The contact person, if the accounting system has one. */
  contactPerson: z.object({ firstName: z.string(), lastName: z.string() }).default({ firstName: "", lastName: "" }),
  invoice: z
    .object({
      number: z.string(),
      amountCents: z.number(),
      dueDate: z.string(),
      date: z.string().default(""),
      totalCents: z.number().optional(),
      term: z.string().default(""),
      customerName: z.string().default(""),
    })
    .nullable(),
  /** Number of the reminder, and the day of the first mail; missing in the first mail. */
  reminder: z.object({ no: z.number(), askedOn: z.string() }).optional(),
});
export type MandateFacts = z.output<typeof mandateFacts>;
