import { getTranslations } from "next-intl/server";
import { PublicFrame } from "@/components/shell/public-frame";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadVisitor } from "@/lib/customers/loaders";

/**
 * For people who are no operators. It stands here and not above all pages, because Next.js renders the `not-found` of
 * each folder on the way with every page.
 */
export default async function NoOperator() {
  const t = await getTranslations("info.notFound");
  return (
    <PublicFrame visitor={await loadVisitor()}>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-2 mb-6 text-muted">{t("text")}</p>
      <Link href="/app" className={buttonClass("primary")}>
        {t("action")}
      </Link>
    </PublicFrame>
  );
}
