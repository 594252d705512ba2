"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { answerFile } from "./mutations";
import { ANSWERS } from "./types";

export const answerFileAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ id: z.string().max(60), answer: z.enum(ANSWERS) }),
  handler: async ({ caller, input: { id, answer } }) => await answerFile(caller.customerId, id, answer, caller.actor),
});
