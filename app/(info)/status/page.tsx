import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Instant } from "@/components/format/instant";
import { PartList } from "@/components/status/part-list";
import { observedParts } from "@/lib/operations/parts/mutations";
import { wholeOf } from "@/lib/operations/parts/rules";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("status"))("title") };
}

/** Says which part of the product works. It is public, and answers without a database, too. */
export default async function StatusPage() {
  const [{ at, parts }, t] = await Promise.all([observedParts(), getTranslations("status")]);
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="mt-4 text-lg font-medium">{t(`whole.${wholeOf(parts)}`)}</p>
      <p className="prose-width mt-1 mb-6 text-muted">
        {t("asOf")} <Instant at={at} />. {t("intro")}
      </p>
      <PartList parts={parts} />
    </>
  );
}
