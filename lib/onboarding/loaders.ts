import { redirect } from "next/navigation";
import { cache } from "react";
import { db } from "@/lib/core/db";
import { pageSession } from "@/lib/customers/loaders";

/** Whether the supplier has been through the first steps once; a connection lost later does not bring them back. */
const isOnboarded = cache(async (): Promise<boolean> => {
  const { customerId } = await pageSession();
  const { onboardedAt } = await db.customer.findUniqueOrThrow({ where: { id: customerId } });
  return onboardedAt !== null;
});

/** For the dashboard: newcomers finish the first steps before there is anything to see. */
export async function requireOnboarded(): Promise<void> {
  if (!(await isOnboarded())) redirect("/app/onboard");
}

/** For the first steps themselves. */
export async function requireNewcomer(): Promise<void> {
  if (await isOnboarded()) redirect("/app");
}
