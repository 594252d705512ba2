"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { answerFile, assignCredit } from "./mutations";
import { ANSWERS } from "./types";

export const answerFileAction = action({
  access: "member",
  gate: requireContract,
  input: z.discriminatedUnion("answer", [
    z.object({ id: z.string().max(60), answer: z.enum(ANSWERS).exclude(["assign"]) }),
    z.object({ id: z.string().max(60), answer: z.literal("assign"), number: z.string().trim().min(1).max(100) }),
  ]),
  handler: async ({ caller, input }) => {
    const { customerId, actor } = caller;
    if (input.answer === "assign") await assignCredit(customerId, input.id, input.number, actor);
    else await answerFile(customerId, input.id, input.answer, actor);
  },
});
