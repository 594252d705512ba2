import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { documentLocale } from "@/app/document-locale";

// The address contains the secret of the request, so it must not be sent to other sites as a referrer.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await documentLocale(), namespace: "payer" });
  return { title: t("mandateTitle"), referrer: "no-referrer", robots: { index: false } };
}

export default function PayerLayout({ children }: { children: ReactNode }) {
  return children;
}
