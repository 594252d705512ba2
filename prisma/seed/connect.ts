import { completeConnection, startConnection } from "@/lib/connections/sign-in/oauth-provider";
import type { OauthType } from "@/lib/vendors/types";
import type { SeededSupplier } from "./suppliers";

/**
 * The account that is picked on the vendor's consent page: an existing one by its id, or a new one by name and city.
 */
export type Account = { id: string } | { name: string; city?: string };

/**
 * Connects a supplier the way a person does: starts the connection, consents on the vendor's page and completes the
 * connection with the returned code. Works only against the sandbox twins, whose consent page is a plain form.
 */
export async function seedConnection(
  supplier: Pick<SeededSupplier, "customerId" | "userId" | "email" | "actor">,
  type: OauthType,
  account: Account,
): Promise<void> {
  const url = new URL(await startConnection({ ...supplier, role: "owner", provedAt: new Date() }, type));
  const form = new URLSearchParams(url.searchParams);
  form.set("decision", "approve");
  form.set("organisation", "id" in account ? account.id : "new");
  if ("name" in account) {
    form.set("organisation_name", account.name);
    form.set("new_organisation", account.name);
    form.set("email", supplier.email);
    form.set("city", account.city ?? "Leipzig");
    form.set("verification_status", "successful");
  }
  const response = await fetch(`${url.origin}${url.pathname}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    redirect: "manual",
  });
  const back = new URL(response.headers.get("location") ?? "about:blank");
  const code = back.searchParams.get("code");
  const state = back.searchParams.get("state");
  if (!code || !state) throw new Error(`${type}: the consent page answered ${response.status} without a code`);
  await completeConnection(supplier, type, { code, state });
}
