import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { brand } from "@/lib/core/brand";
import type { Mismatch } from "@/lib/customers/loaders";
import { VENDOR_NAMES } from "@/lib/vendors/types";

const NAMES: Record<string, string> = { EINZUG: brand.name, ...VENDOR_NAMES };

/**
 * Warns that the connected accounts do not seem to belong to the same firm: what each of the two says, and what to do.
 */
export function MismatchWarning({ mismatches }: { mismatches: Mismatch[] }) {
  const t = useTranslations("connections.mismatch");
  if (mismatches.length === 0) return null;
  return (
    <Banner
      tone="wait"
      title={t("title")}
      action={
        <Link href="/app/account" className={buttonClass("plain", "small")}>
          {t("profile")}
        </Link>
      }
    >
      <div className="mb-3 grid gap-x-10 gap-y-3 sm:grid-cols-2">
        {mismatches.map(({ field, values }) => (
          <div key={field}>
            <p className="font-medium">{t(field)}</p>
            <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {Object.entries(values).map(([account, value]) => (
                <div key={account} className="contents">
                  <dt className="text-muted">{NAMES[account] ?? account}</dt>
                  <dd className="wrap-anywhere">
                    <Name text={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
      {t("text")}
    </Banner>
  );
}
