import { z } from "zod";
import { resetPassword } from "@/lib/accounts/password/mutations";
import { newSession } from "@/lib/accounts/profile/api-schema";
import { newPassword } from "@/lib/accounts/schema";
import { beginApiSession } from "@/lib/accounts/sign-in/mutations";
import { callerOrigin } from "@/lib/auth/caller";
import { countLinkUse } from "@/lib/auth/limits/guesses";
import { readResetToken } from "@/lib/auth/link-tokens";
import { AppError } from "@/lib/core/web/errors";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Set a new password by the token of a link, and sign in with it; 428 if that takes a code",
  body: z.object({ jwtToken: z.string().max(2_000), password: newPassword }),
  refusals: ["link_expired", "password_short", "password_weak", "two_factor_required"],
  response: newSession,
  handler: async ({ body }) => {
    const origin = await callerOrigin();
    await countLinkUse(await readResetToken(body.jwtToken), origin.ip);
    const { person } = await resetPassword(body.jwtToken, body.password, origin.ip);
    if (!person)
      throw new AppError("two_factor_required", "The password is set. Please sign in with it and your code.");
    const jwtToken = await beginApiSession(person, origin);
    return { jwtToken, userId: person.userId, customerId: person.customerId };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
