"use server";

import { z } from "zod";
import { readProofWays } from "@/lib/accounts/profile/data";
import { passwordProof } from "@/lib/accounts/schema";
import { proveByPasskey, proveByPassword } from "@/lib/auth/factors/fresh-proof";
import { authenticationResponse } from "@/lib/auth/factors/passkeys";
import { action } from "@/lib/http/action";
import { attemptAgain } from "./attempt-access";

/** Returns how the person can prove their identity, for the dialog that asks for it. */
export const proofWaysAction = action({
  access: "reader",
  input: z.object({}),
  handler: async ({ caller }) => await readProofWays(caller.userId),
});

export const proveByPasswordAction = action({
  access: "reader",
  input: passwordProof,
  handler: async ({ caller, input }) =>
    await attemptAgain(caller.userId, () => proveByPassword(caller, input, caller.origin.ip)),
});

export const proveByPasskeyAction = action({
  access: "reader",
  input: z.object({ response: authenticationResponse }),
  handler: async ({ caller, input }) => await proveByPasskey(caller, input.response, caller.origin.ip),
});
