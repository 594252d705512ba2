import { z } from "zod";

export const contactMandateView = z.object({
  id: z.string(),
  externalId: z.string(),
  companyName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  mandateStatus: z.string().nullable(),
  mandateReference: z.string().nullable(),
  requestStatus: z.string().nullable(),
});
