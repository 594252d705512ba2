import { z } from "zod";

/** What a mandate mail tells of: stored with the mail but for the link, so that it says what was true when it was promised. */
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
  /** The person at the contact, where the books name one. */
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
  /** The how-manieth reminder it is, and of when; the first mail has none. */
  reminder: z.object({ no: z.number(), askedOn: z.string() }).optional(),
});
export type MandateFacts = z.output<typeof mandateFacts>;
