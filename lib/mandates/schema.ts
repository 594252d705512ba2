import { z } from "zod";
import { MandateRequestStatus } from "@/lib/core/prisma/enums";

export const mandateRequestView = z.object({
  id: z.string(),
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  date: z.iso.datetime(),
  status: z.enum(MandateRequestStatus),
  invoiceNumber: z.string().nullable(),
  link: z.string(),
});
