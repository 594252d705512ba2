import { cache } from "react";
import { readKeys } from "@/lib/accounts/keys/data";
import { pageSession } from "@/lib/auth/sessions/page-session";

/** Loads the account's id and its API keys for owners; undefined for everybody else, who may not see them. */
export const loadKeys = cache(async () => {
  const { customerId, role } = await pageSession();
  return role === "owner" ? { customerId, keys: await readKeys(customerId) } : undefined;
});
