import { getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

const ROWS = 8;

/** The outline of a list; invisible for the first 750 ms. */
export default async function Loading() {
  const t = await getTranslations("common");
  return (
    <>
      <Skeleton className="mb-8 h-8 w-48" />
      <Card flush className="animate-late">
        <SkeletonRows rows={ROWS} label={t("loading")} />
      </Card>
    </>
  );
}
