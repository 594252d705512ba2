import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";
import type { Locale } from "@/lib/core/locales";
import { ADDRESS_HEADER } from "@/lib/core/web/address";

export const MISSING_SCRIPT_ID = "missing-script";

/**
 * Covers the first load, before our own code runs: if a script of the page did not arrive, the page can be read but no
 * button works. This is an inline script, because it watches the loading of all others. Load errors do not bubble, so
 * they are caught in the capture phase. Once the page is hydrated, `Awake` hides the notice, and `FaultView` reports
 * later failures.
 */
const WATCH =
  `addEventListener("error",function(e){var s=e.target;if(!s||s.tagName!=="SCRIPT"||!/\\/_next\\//.test(s.src))return;
function show(){var n=document.getElementById("${MISSING_SCRIPT_ID}");if(n)n.hidden=false}
if(document.readyState==="loading")addEventListener("DOMContentLoaded",show);else show()},true)`.replaceAll("\n", "");

export async function MissingScriptWatch() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, under this answer's nonce
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: WATCH }} />;
}

/** The notice of a missing script. It offers a link, because a button would need a script. */
export async function MissingScriptNotice({ locale }: { locale: Locale }) {
  const [t, sent] = await Promise.all([getTranslations({ locale, namespace: "client.fault" }), headers()]);
  const address = sent.get(ADDRESS_HEADER) ?? "/";
  return (
    <div
      id={MISSING_SCRIPT_ID}
      role="alert"
      hidden
      suppressHydrationWarning
      className="sticky top-0 z-50 border-b bg-wait-soft px-4 py-3 sm:px-6"
    >
      <p className="font-medium">{t("missing.title")}</p>
      <p className="prose-width mt-1 mb-3 text-sm">{t(address.startsWith("/m/") ? "payer.missing" : "missing.text")}</p>
      <a href={address} className={buttonClass("primary", "small")}>
        {t("missing.reload")}
      </a>
    </div>
  );
}
