import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { brand } from "@/lib/core/brand";
import { ConsentAgain } from "./consent-again";
import { LegalLinks } from "./legal-links";

/** The footer of public pages: name, help, and the pages that the law requires. */
export function SiteFooter({ className }: { className?: string }) {
  const t = useTranslations("shell");
  const link = "inline-flex min-h-6 items-center underline-offset-2 hover:text-ink hover:underline";
  return (
    <footer className={cx("flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted", className)}>
      <span className="inline-flex min-h-6 items-center font-medium">{brand.name}</span>
      <Link href="/faq" className={link}>
        {t("help")}
      </Link>
      {(["api-docs", "status", "changelog"] as const).map((page) => (
        <Link key={page} href={`/${page}`} className={link}>
          {t(page === "api-docs" ? "apiDocs" : page)}
        </Link>
      ))}
      <a href={`mailto:${brand.supportEmail}`} className={link}>
        {brand.supportEmail}
      </a>
      <LegalLinks className="flex flex-wrap gap-x-5 gap-y-2" />
      <ConsentAgain className={link} />
    </footer>
  );
}
