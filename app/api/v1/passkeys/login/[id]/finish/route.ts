import { z } from "zod";
import { signInView } from "@/lib/accounts/profile/api-schema";
import { attempt } from "@/lib/accounts/sign-in/attempt-access";
import { beginApiSession } from "@/lib/accounts/sign-in/mutations";
import { callerOrigin } from "@/lib/auth/caller";
import { authenticationResponse, finishPasskeySignIn } from "@/lib/auth/factors/passkeys";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Sign in with the answer of a passkey (AuthenticationResponseJSON)",
  params: z.object({ id: z.string().min(1).max(64) }),
  body: authenticationResponse,
  refusals: ["passkey_refused"],
  response: signInView,
  handler: async ({ params, body }) => {
    const origin = await callerOrigin();
    const person = await attempt({ way: "passkey", isApi: true }, () =>
      finishPasskeySignIn(params.id, body, origin.ip),
    );
    const jwtToken = await beginApiSession(person, origin);
    return { jwtToken, user: { id: person.userId, customers: [{ id: person.customerId }] } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
