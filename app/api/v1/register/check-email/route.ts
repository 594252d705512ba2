import { z } from "zod";
import { registered } from "@/lib/accounts/profile/api-schema";
import { isEmailTaken } from "@/lib/accounts/profile/data";
import { callerOrigin } from "@/lib/auth/caller";
import { countTry } from "@/lib/auth/limits/limits";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "public",
  summary: "Whether an email address is registered; also the probe of the service-down page",
  query: z.object({ email: z.string().max(320).default("") }),
  response: registered,
  handler: async ({ query }) => {
    await countTry("check", (await callerOrigin()).ip);
    return { registered: await isEmailTaken(query.email) };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
