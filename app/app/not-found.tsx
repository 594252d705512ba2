import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** Keeps the frame of the signed-in area, so that its navigation stays available. */
export default async function AreaNotFound() {
  const t = await getTranslations("info.notFound");
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-2 mb-6 text-muted">{t("text")}</p>
      <Link href="/app" className={buttonClass("primary")}>
        {t("action")}
      </Link>
    </>
  );
}
