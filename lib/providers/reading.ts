import { z } from "zod";
import { ProviderError } from "@/lib/core/web/provider-error";

/** Helpers that the adapters of every port share to read a vendor's answers. */

/** Returns the promise's value, or undefined if it fails with `not_found`. Rethrows every other error. */
export async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not_found") return undefined;
    throw error;
  }
}

/**
 * Parses a text field of an error body. Yields undefined for any other type, because a proxy may have written the body;
 * a parse error must not hide the HTTP status.
 */
export const word = z.string().optional().catch(undefined);

/** Parses JSON; returns undefined if the text is not JSON, for example an HTML page. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
