import { z } from "zod";

export const payoutView = z.object({
  id: z.string(),
  providerId: z.string(),
  reference: z.string(),
  createdAt: z.iso.datetime(),
  amount: z.number(),
  amountCents: z.number().int(),
  feeCents: z.number().int(),
  status: z.string(),
  bookingStatus: z.string(),
  isProven: z.boolean(),
});
