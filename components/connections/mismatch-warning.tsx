import Link from "next/link";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { brand } from "@/lib/core/brand";
import type { Mismatch } from "@/lib/customers/loaders";
import { VENDOR_NAMES } from "./vendors";

const NAMES: Record<string, string> = { EINZUG: brand.name, ...VENDOR_NAMES };

/** The accounts do not look like the same firm: what each of them says, and what to do about it. */
export function MismatchWarning({ mismatches }: { mismatches: Mismatch[] }) {
  const t = useTranslations("connections.mismatch");
  return mismatches.map(({ field, values }) => (
    <Banner
      key={field}
      tone="wait"
      title={t(`${field}.title`)}
      action={
        <Link href="/app/account" className={buttonClass("plain", "small")}>
          {t("profile")}
        </Link>
      }
    >
      <dl className="mb-2 grid gap-x-6 gap-y-0.5 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {Object.entries(values).map(([account, value]) => (
          <div key={account} className="contents">
            <dt className="text-muted">{NAMES[account] ?? account}</dt>
            <dd className="font-medium wrap-anywhere max-sm:mb-1">{value}</dd>
          </div>
        ))}
      </dl>
      {t("text")}
    </Banner>
  ));
}
