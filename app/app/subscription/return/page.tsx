import { redirect } from "next/navigation";
import { ownPath } from "@/lib/core/web/own-path";
import { loadAfterReturn } from "@/lib/subscriptions/loaders";

/** The address to which Stripe's pages return: reads what happened there before anything is shown. */
export default async function ReturnPage({ searchParams }: { searchParams: Promise<{ to?: string }> }) {
  await loadAfterReturn();
  redirect(ownPath((await searchParams).to) ?? "/app");
}
