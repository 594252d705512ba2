import { z } from "zod";

/** Answers of the API's calls about accounts. */
export const registered = z.object({ registered: z.boolean() });

export const newSession = z.object({ jwtToken: z.string(), userId: z.string(), customerId: z.string() });

export const signInView = z.object({
  jwtToken: z.string(),
  user: z.object({ id: z.string(), customers: z.array(z.object({ id: z.string() })) }),
});

export const userView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  acceptedTermsOfService: z.boolean(),
  lastRegistrationStep: z.string().nullable(),
  customers: z.array(z.object({ id: z.string() })),
  currentCustomer: z.object({
    id: z.string(),
    logoId: z.string().nullable().describe("Of the logo in the supplier's mails; another picture has another one."),
  }),
});

export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z
    .date()
    .transform((at) => at.toISOString())
    .pipe(z.iso.datetime()),
});

export const ofUser = z.object({ userId: z.string().min(1).max(64) });
