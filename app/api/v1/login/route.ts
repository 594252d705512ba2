import { z } from "zod";
import { signIn } from "@/lib/auth/sign-in";
import { issueAccessToken } from "@/lib/auth/tokens";
import { AppError } from "@/lib/core/errors";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Sign in with e-mail and password",
  body: z.object({
    email: z.string().max(320),
    password: z.string().max(1_000),
    twoFactorCode: z.string().max(20).optional(),
  }),
  response: z.object({
    jwtToken: z.string(),
    user: z.object({ id: z.string(), customers: z.array(z.object({ id: z.string() })) }),
  }),
  handler: async ({ body }) => {
    const user = await signIn(body.email, body.password);
    if (!user) throw new AppError("wrong_credentials", "Please check your E-Mail and Password");
    const { id, customerId } = user;
    return {
      jwtToken: await issueAccessToken({ userId: id, customerId }),
      user: { id, customers: [{ id: customerId }] },
    };
  },
});
