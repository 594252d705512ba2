import { z } from "zod";
import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";

export const payoutView = z.object({
  id: z.string(),
  providerId: z.string(),
  reference: z.string(),
  createdAt: z.iso.datetime(),
  amount: z.number(),
  amountCents: z.number().int(),
  feeCents: z.number().int(),
  status: z.enum(PayoutStatus),
  bookingStatus: z.enum(BookingStatus),
  isProven: z.boolean(),
});
