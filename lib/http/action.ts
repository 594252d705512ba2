import { headers } from "next/headers";
import type { z } from "zod";
import { callerOrigin, type Origin } from "@/lib/auth/caller";
import { requireFreshProof } from "@/lib/auth/factors/fresh-proof";
import type { CustomerId } from "@/lib/auth/scope";
import { newId } from "@/lib/core/formats/ids";
import { log, withLogContext } from "@/lib/core/telemetry/log";
import { describeSpan, failSpan, inSpan } from "@/lib/core/telemetry/trace";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { refreshClock } from "@/lib/core/time/clock";
import type { ActionResult } from "@/lib/core/web/action-result";
import { toAppError } from "@/lib/http/refusals/problem";
import { type Access, type Caller, requireCaller, requireOwnOrigin, requireProvenAddress, storable } from "./access";

/** Refuses callers whose supplier may not do this now. */
export type Gate = (customerId: CustomerId) => Promise<void>;

/** The requirements of an action for its callers. A test compares it with a list, so no requirement is forgotten. */
export interface Guarded {
  spec: { access: Access; needsProvenAddress?: true; needsFreshProof?: true; gate?: Gate };
}

/**
 * Declares a server action that needs no sign-in, such as a credential form. The handler limits the attempts. The
 * account is not known yet, so the handler runs cross-tenant.
 */
export function publicAction<I extends z.ZodType, T>(spec: {
  input: I;
  handler: (call: { input: z.output<I>; origin: Origin }) => Promise<T>;
}): (input: z.input<I>) => Promise<ActionResult<T>> {
  return async (input) => {
    const requestId = newId("request");
    return await asAction(requestId, async () => {
      try {
        requireOwnOrigin(await headers());
        await refreshClock();
        const call = { input: spec.input.parse(storable(input)), origin: await callerOrigin() };
        const data = await crossTenant(() => spec.handler(call));
        return { ok: true, data };
      } catch (error) {
        return { ok: false, error: refusalOf(error, requestId) };
      }
    });
  };
}

async function asAction<T>(requestId: string, run: () => Promise<T>): Promise<T> {
  return await withLogContext({ requestId }, () => inSpan({ name: "action", ids: { requestId } }, run));
}

function refusalOf(error: unknown, requestId: string) {
  failSpan(error);
  const { code, fields, retryAfterSeconds } = toAppError(error);
  log.info({ code, fields: fields.map(({ field }) => field) }, "action refused");
  return { code, fields, requestId, retryAfterSeconds };
}

/**
 * Declares a server action: checks origin and caller, parses the input and runs the handler. Every error becomes a
 * result that a form can show. Next.js compares `Origin` with the `Host` that the caller sends, and accepts a missing
 * `Origin`. This function compares `Origin` with our own address.
 */
export function action<I extends z.ZodType, T>(spec: {
  access: Exclude<Access, "public">;
  /** Refuses people who have not proved that their email address is theirs. */
  needsProvenAddress?: true;
  /** Refuses sessions whose person has not proved their identity for ten minutes; see `lib/auth/factors/fresh-proof.ts`. */
  needsFreshProof?: true;
  gate?: Gate;
  input: I;
  handler: (call: { caller: Caller; input: z.output<I> }) => Promise<T>;
}): ((input: z.input<I>) => Promise<ActionResult<T>>) & Guarded {
  const run = async (input: z.input<I>): Promise<ActionResult<T>> => {
    const requestId = newId("request");
    return await asAction(requestId, async () => {
      try {
        requireOwnOrigin(await headers());
        await refreshClock();
        const caller = await requireCaller(spec.access);
        describeSpan({}, { customerId: caller.customerId });
        if (spec.needsProvenAddress) requireProvenAddress(caller);
        if (spec.needsFreshProof) requireFreshProof(caller);
        await spec.gate?.(caller.customerId);
        return { ok: true, data: await spec.handler({ caller, input: spec.input.parse(storable(input)) }) };
      } catch (error) {
        return { ok: false, error: refusalOf(error, requestId) };
      }
    });
  };
  const { access, needsProvenAddress, needsFreshProof, gate } = spec;
  return Object.assign(run, { spec: { access, needsProvenAddress, needsFreshProof, gate } });
}
