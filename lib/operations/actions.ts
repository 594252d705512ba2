"use server";

import { z } from "zod";
import { db } from "@/lib/core/database/db";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { action } from "@/lib/http/action";
import { replayDeadLetters } from "@/lib/jobs/recovery/dead-letters";
import { requireOperator } from "@/lib/operations/access/access";

export const replayDeadLettersAction = action({
  // The person's role in an account does not matter here; `requireOperator` decides.
  access: "reader",
  input: z.object({ queue: z.string().max(100) }),
  handler: async ({ caller, input: { queue } }) => {
    await requireOperator(caller);
    await crossTenant(async () => {
      const detail = { taken: await replayDeadLetters(queue) };
      await writeAudit(db, null, caller.actor, { action: "operator.replayed", subject: queue, detail });
    });
  },
});
