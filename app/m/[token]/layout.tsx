import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { documentLocale } from "@/app/document-locale";

// The link is a key to the request: it must not travel on to other sites.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await documentLocale(), namespace: "payer" });
  return { title: t("mandateTitle"), referrer: "no-referrer", robots: { index: false } };
}

export default function PayerLayout({ children }: { children: ReactNode }) {
  return children;
}
