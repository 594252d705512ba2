import latinLetters from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { MISSING_SCRIPT_ID, MissingScriptNotice, MissingScriptWatch } from "@/components/info/missing-script";
import { Awake } from "@/components/live/awake";
import { OfflineNotice } from "@/components/live/offline-notice";
import { isTheme, THEME_COOKIE } from "@/components/shell/theme";
import { HintCloser } from "@/components/ui/hint-closer";
import { Toaster } from "@/components/ui/toaster";
import { brand } from "@/lib/core/brand";
import { documentLocale } from "./document-locale";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await documentLocale(), namespace: "meta" });
  return {
    title: { default: brand.name, template: `%s · ${brand.name}` },
    description: t("description"),
    robots: { index: false },
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#14191c" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await documentLocale();
  const [messages, jar, t] = await Promise.all([
    getMessages({ locale }),
    cookies(),
    getTranslations({ locale, namespace: "shell" }),
  ]);
  const theme = jar.get(THEME_COOKIE)?.value;
  // The style sheet would load the font only after the first layout, which would then happen twice.
  preload(latinLetters, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  // Only the texts that client components use are sent to the browser.
  const { shell, login, errors, client } = messages;
  return (
    <html lang={locale} data-theme={isTheme(theme) ? theme : undefined}>
      <body>
        <MissingScriptWatch />
        <NextIntlClientProvider locale={locale} messages={{ shell, login, errors, client }}>
          <a
            href="#content"
            className="sr-only rounded-control bg-action px-4 py-3 text-on-action focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50"
          >
            {t("skip")}
          </a>
          <MissingScriptNotice locale={locale} />
          {children}
          <Toaster label={t("toasts")} />
          <OfflineNotice />
          <HintCloser />
          <Awake noticeId={MISSING_SCRIPT_ID} />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
