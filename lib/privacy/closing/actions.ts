"use server";

import { z } from "zod";
import { typedPassword } from "@/lib/accounts/schema";
import { attemptAgain } from "@/lib/accounts/sign-in/attempt-access";
import { action } from "@/lib/http/action";
import { closeAccount } from "./provider";

export const closeAccountAction = action({
  access: "owner",
  input: z.object({ password: typedPassword }),
  handler: async ({ caller, input }) =>
    await attemptAgain(caller.userId, () => closeAccount(caller.customerId, input.password, caller.actor)),
});
