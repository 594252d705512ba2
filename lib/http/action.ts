import type { z } from "zod";
import type { ActionResult } from "@/lib/core/action-result";
import { refreshClock } from "@/lib/core/clock";
import { newId } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { type Caller, requireCaller } from "./access";
import { toAppError } from "./problem";

/**
 * Declares a server action: caller, parse, handler, and every error as a result a form can show.
 * Next.js itself compares Origin and Host for actions.
 */
export function action<I extends z.ZodType, T>(spec: {
  access: "reader" | "member";
  input: I;
  handler: (call: { caller: Caller; input: z.output<I> }) => Promise<T>;
}): (input: z.input<I>) => Promise<ActionResult<T>> {
  return async (input) => {
    const requestId = newId("request");
    return await withLogContext({ requestId }, async () => {
      try {
        await refreshClock();
        const caller = await requireCaller(spec.access);
        return { ok: true, data: await spec.handler({ caller, input: spec.input.parse(input) }) };
      } catch (error) {
        const { code, fields } = toAppError(error);
        return { ok: false, error: { code, fields, requestId } };
      }
    });
  };
}
