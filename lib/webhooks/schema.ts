import { z } from "zod";
import { BookingStatus, CollectionStatus, MandateStatus, PayoutStatus, ReturnOutcome } from "@/lib/core/prisma/enums";
import { WEBHOOK_KINDS, type WebhookKind } from "./types";

/** The input of a new endpoint. Whether its address is public is checked whenever something is sent. */
export const newEndpoint = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => {
      const { username, password } = new URL(url);
      return !username && !password;
    }, "must not contain a password"),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).min(1),
});

const id = z.string();
const day = z.iso.date();

/** The content of `data` for each kind: ids, and the state as of the event. */
export const WEBHOOK_DATA = {
  "mandate.changed": z.object({
    mandateId: id,
    status: z.enum(MandateStatus),
    reference: z.string(),
    contactId: id.nullable(),
    providerId: id,
  }),
  "debit.changed": z.object({
    debitId: id,
    status: z.enum(CollectionStatus),
    invoiceId: id,
    mandateId: id,
    attempt: z.number().int(),
    amountCents: z.number().int(),
    reference: z.string(),
    debitDate: day,
    failureCause: z.string().nullable(),
    failureCode: z.string().nullable(),
    providerId: id.nullable(),
  }),
  "return.changed": z.object({
    returnId: id,
    isDone: z.boolean(),
    outcome: z.enum(ReturnOutcome).nullable(),
    invoiceId: id,
    debitId: id,
  }),
  "payout.changed": z.object({
    payoutId: id,
    status: z.enum(PayoutStatus),
    amountCents: z.number().int(),
    feeCents: z.number().int(),
    currency: z.string(),
    arrivalDate: day.nullable(),
    reference: z.string(),
    providerId: id,
  }),
  "booking.changed": z.object({ payoutId: id, status: z.enum(BookingStatus), reference: z.string() }),
} as const satisfies Record<WebhookKind, z.ZodObject>;
