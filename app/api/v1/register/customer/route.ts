import { newSession } from "@/lib/accounts/profile/api-schema";
import { discountOfRequest } from "@/lib/accounts/registration/discount-access";
import { registerCustomer } from "@/lib/accounts/registration/mutations";
import { registration } from "@/lib/accounts/schema";
import { beginApiSession } from "@/lib/accounts/sign-in/mutations";
import { callerOrigin } from "@/lib/auth/caller";
import { countTry } from "@/lib/auth/limits/limits";
import { requestLocale } from "@/lib/core/i18n";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Register a company with its first user",
  body: registration,
  refusals: ["email_taken", "company_taken", "password_short", "password_weak"],
  response: newSession,
  handler: async ({ body }) => {
    const origin = await callerOrigin();
    await countTry("registration", origin.ip);
    const discountCode = await discountOfRequest();
    const person = await registerCustomer(body, { ip: origin.ip, locale: await requestLocale(), discountCode });
    const jwtToken = await beginApiSession(person, origin, discountCode);
    return { jwtToken, userId: person.userId, customerId: person.customerId };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
