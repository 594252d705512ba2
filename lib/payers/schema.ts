import { z } from "zod";
import { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";

export const contactMandateView = z.object({
  id: z.string(),
  externalId: z.string(),
  companyName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  mandateStatus: z.enum(MandateStatus).nullable(),
  mandateReference: z.string().nullable(),
  requestStatus: z.enum(MandateRequestStatus).nullable(),
});
