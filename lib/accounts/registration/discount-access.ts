import { cookies } from "next/headers";
import { DISCOUNT_COOKIE } from "@/lib/core/money/discount";

/** Returns the campaign code that this browser arrived with. */
export async function discountOfRequest(): Promise<string | undefined> {
  const code = (await cookies()).get(DISCOUNT_COOKIE)?.value;
  return code && /^[\w-]{1,40}$/.test(code) ? code : undefined;
}
