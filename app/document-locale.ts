import { headers } from "next/headers";
import { cache } from "react";
import { requestLocale } from "@/lib/core/i18n";
import { isLocale, type Locale } from "@/lib/core/locales";
import { ADDRESS_HEADER } from "@/lib/core/web/address";
import { readPayerLanguage } from "@/lib/mandates/signing/page-data";

const PAYER_PATH = /^\/m\/([^/]+)/;

/** Returns the language of the whole document: on a payer's page the payer's, otherwise the reader's. */
export const documentLocale = cache(async (): Promise<Locale> => {
  const address = new URL((await headers()).get(ADDRESS_HEADER) ?? "/", "http://localhost");
  const token = PAYER_PATH.exec(address.pathname)?.[1];
  if (!token) return await requestLocale();
  const chosen = address.searchParams.get("lang");
  return isLocale(chosen) ? chosen : await readPayerLanguage(token);
});
