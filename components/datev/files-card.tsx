import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import { formatInstant } from "@/lib/core/time/dates";

/**
 * Dashboard card: says whether the newest list of open items is still recent enough, and links to the upload of
 * another.
 */
export function FilesCard({ readAt, isOutdated }: { readAt?: string; isOutdated: boolean }) {
  const t = useTranslations("datev.card");
  const locale = useLocale();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base">{t("title")}</h2>
        <Pill tone={readAt && !isOutdated ? "good" : "wait"}>
          {t(readAt ? (isOutdated ? "tooOld" : "fresh") : "missing")}
        </Pill>
      </div>
      <p className="mt-2 text-sm text-muted">
        {readAt ? t("readAt", { at: formatInstant(new Date(readAt), locale) }) : t("never")}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link href="/app/datev#import" className={buttonClass("plain", "small")}>
          {t("import")}
        </Link>
        <Link href="/app/datev#export" className={buttonClass("plain", "small")}>
          {t("export")}
        </Link>
      </div>
    </>
  );
}
