import { z } from "zod";

export const mandateRequestView = z.object({
  id: z.string(),
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  date: z.iso.datetime(),
  status: z.string(),
  invoiceNumber: z.string().nullable(),
  link: z.string(),
});
