import { ChevronLeft } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PayoutDetail } from "@/components/payouts/payout-detail";
import { Link } from "@/components/ui/link";
import { loadPayout } from "@/lib/payouts/loaders";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await loadPayout((await params).id))?.reference };
}

export default async function PayoutPage({ params }: Props) {
  const [payout, t] = await Promise.all([loadPayout((await params).id), getTranslations("payouts")]);
  if (!payout) notFound();
  return (
    <>
      <Link
        href="/app/payouts"
        className="mb-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" strokeWidth={1.5} className="size-4" />
        {t("title")}
      </Link>
      <PayoutDetail payout={payout} />
    </>
  );
}
