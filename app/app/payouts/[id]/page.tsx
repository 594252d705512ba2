import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PayoutDetail } from "@/components/payouts/payout-detail";
import { BackLink } from "@/components/ui/back-link";
import { pageNumberOf, type SearchParams } from "@/lib/core/web/paging";
import { loadPayout } from "@/lib/payouts/loaders";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

async function load({ params, searchParams }: Props) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  return await loadPayout(id, pageNumberOf(query, "items"), pageNumberOf(query, "bookings"));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await load(props))?.reference };
}

export default async function PayoutPage(props: Props) {
  const [payout, t] = await Promise.all([load(props), getTranslations("payouts")]);
  if (!payout) notFound();
  // A page number past the end redirects to the payout, because the payout itself exists.
  if ([payout.items, payout.bookings].some(({ page, pages }) => page > pages)) redirect(`/app/payouts/${payout.id}`);
  return (
    <>
      <BackLink href="/app/payouts">{t("title")}</BackLink>
      <PayoutDetail payout={payout} />
    </>
  );
}
