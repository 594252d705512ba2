import { z } from "zod";
import { signInView } from "@/lib/accounts/profile/api-schema";
import { twoFactorCode, typedPassword } from "@/lib/accounts/schema";
import { attempt } from "@/lib/accounts/sign-in/attempt-access";
import { beginApiSession } from "@/lib/accounts/sign-in/mutations";
import { callerOrigin } from "@/lib/auth/caller";
import { visitorOf } from "@/lib/auth/sessions/devices";
import { signInByPassword } from "@/lib/auth/sign-in";
import { plainEmail } from "@/lib/core/formats/mail-address";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Sign in with email and password; 428 asks for the code of the second factor",
  body: z.object({ email: z.string().max(320), password: typedPassword, twoFactorCode: twoFactorCode.optional() }),
  refusals: ["wrong_credentials", "two_factor_required", "two_factor_code_wrong"],
  response: signInView,
  handler: async ({ body }) => {
    const account = plainEmail(body.email);
    const visitor = await visitorOf(account);
    const person = await attempt({ way: "password", isApi: true, account }, () => signInByPassword(body, visitor));
    const origin = await callerOrigin();
    const jwtToken = await beginApiSession(person, origin);
    return { jwtToken, user: { id: person.userId, customers: [{ id: person.customerId }] } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
