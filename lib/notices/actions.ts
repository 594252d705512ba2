"use server";

import { z } from "zod";
import { db } from "@/lib/core/db";
import { action } from "@/lib/http/action";
import { dismissNotices } from "./mutations";

export const dismissNoticesAction = action({
  access: "member",
  input: z.object({ kind: z.string().max(60) }),
  handler: async ({ caller, input }) =>
    await db.$transaction((tx) => dismissNotices(tx, caller.customerId, input.kind)),
});
