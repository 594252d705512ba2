import { redirect } from "next/navigation";
import { ownPath } from "@/lib/core/own-path";
import { loadAfterReturn } from "@/lib/subscriptions/loaders";

/** Where Stripe's pages lead back to: what happened there is read before anything is shown. */
export default async function ReturnPage({ searchParams }: { searchParams: Promise<{ to?: string }> }) {
  await loadAfterReturn();
  redirect(ownPath((await searchParams).to) ?? "/app");
}
