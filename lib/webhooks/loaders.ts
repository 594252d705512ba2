import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { readEndpoints } from "@/lib/webhooks/endpoints/data";

/** Loads the endpoints with their logs for owners; undefined for everybody else. */
export const loadWebhooks = cache(async () => {
  const { customerId, role } = await pageSession();
  return role === "owner" ? await readEndpoints(customerId) : undefined;
});
