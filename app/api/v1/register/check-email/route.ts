import { z } from "zod";
import { db } from "@/lib/core/db";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "public",
  summary: "Whether an e-mail address is registered; also the probe of the service-down page",
  query: z.object({ email: z.string().max(320).default("") }),
  response: z.object({ registered: z.boolean() }),
  handler: async ({ query }) => ({
    registered: (await db.user.count({ where: { email: query.email.trim().toLowerCase() } })) > 0,
  }),
});
