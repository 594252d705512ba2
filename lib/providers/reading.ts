import { z } from "zod";
import { ProviderError } from "@/lib/core/provider-error";

/** What the adapters of every port share in reading a vendor's answers. */

/** Undefined instead of "not found"; everything else is passed on. */
export async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not_found") return undefined;
    throw error;
  }
}

/** A text of a refusal's body, which may come from anything on the way: what is no text is left out, and never hides the status. */
export const word = z.string().optional().catch(undefined);

/** The value of a vendor's JSON; undefined for what is none, e.g. a page for people. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
