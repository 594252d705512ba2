import { cookies } from "next/headers";

/** Holds a campaign code from a link until somebody registers or signs in; set by middleware. */
export const DISCOUNT_COOKIE = "einzug-discount";

/** The campaign code this browser came with. */
export async function discountOfRequest(): Promise<string | undefined> {
  const code = (await cookies()).get(DISCOUNT_COOKIE)?.value;
  return code && /^[\w-]{1,40}$/.test(code) ? code : undefined;
}
