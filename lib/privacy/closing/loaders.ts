import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { countClosing, countUnderWay } from "./mutations";

/** Loads what closing the account would delete and keep, and how many collections prevent it. */
export const loadClosing = cache(async () => {
  const { customerId, role } = await pageSession();
  const [underWay, figures] = await Promise.all([countUnderWay(customerId), countClosing(customerId)]);
  return { underWay, ...figures, isOwner: role === "owner" };
});
