import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { brand } from "@/lib/core/brand";

/** Shown to a payer whose link does not work because the supplier's own connection was revoked. */
export function BrokenLinkView({ side }: { side: "payments" | "books" }) {
  const t = useTranslations("info.broken");
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <div className="prose-width mt-3 mb-8 space-y-3">
        <p>{t(`${side}.text`)}</p>
        <p>{t("contact")}</p>
        <p className="text-muted">{t("safe")}</p>
      </div>
      <Banner tone="info" title={t("supplierTitle")}>
        {t(`${side}.tip`)}
      </Banner>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href="/faq" className={buttonClass()}>
          {t("faq")}
        </Link>
        <a href={`https://${brand.domain}`} className={buttonClass("quiet")}>
          {t("site", { product: brand.name })}
        </a>
      </p>
    </>
  );
}
