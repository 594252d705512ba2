import { z } from "zod";
import { deletePasskey } from "@/lib/accounts/passkeys/mutations";
import { passkeyView } from "@/lib/accounts/profile/api-schema";
import { readPasskeys } from "@/lib/accounts/profile/data";
import { AppError } from "@/lib/core/web/errors";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

const one = z.object({ id: z.string().min(1).max(64) });

// The same address has two meanings: GET takes the user's id, DELETE the passkey's id.
export const GET = route({
  access: "reader",
  refusesKeys: true,
  summary: "The passkeys of a user, by the user's id",
  params: one,
  response: z.array(passkeyView),
  handler: async ({ caller, params }) => {
    if (params.id !== caller.userId) throw new AppError("not_found");
    return await readPasskeys(caller.userId);
  },
});

export const DELETE = route({
  access: "reader",
  refusesKeys: true,
  needsFreshProof: true,
  summary: "Delete one of the caller's passkeys, by its own id",
  params: one,
  response: done,
  handler: async ({ caller, params }) => {
    await deletePasskey(caller.customerId, caller.userId, params.id, caller.actor);
    return DONE;
  },
});

export const { POST, PUT, PATCH, OPTIONS } = otherMethods({ GET, DELETE });
