import { z } from "zod";
import { registered } from "@/lib/accounts/profile/api-schema";
import { isCompanyTaken } from "@/lib/accounts/profile/data";
import { callerOrigin } from "@/lib/auth/caller";
import { countTry } from "@/lib/auth/limits/limits";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "public",
  summary: "Whether a company of this name is registered in this city",
  query: z.object({ name: z.string().max(200).default(""), city: z.string().max(100).default("") }),
  response: registered,
  handler: async ({ query }) => {
    await countTry("check", (await callerOrigin()).ip);
    return { registered: await isCompanyTaken({ companyName: query.name, city: query.city }) };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
