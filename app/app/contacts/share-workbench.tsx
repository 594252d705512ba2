import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SharableList } from "@/components/mandates/sharable-list";
import { BackLink } from "@/components/ui/back-link";
import { Card } from "@/components/ui/card";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { shortName } from "@/lib/core/text/sanitise";
import { loadSharable } from "@/lib/mandates/sharing/loaders";

/**
 * Replaces the list: chooses the contact who is the same payer and has a mandate. An unknown id redirects to the list.
 */
export async function ShareWorkbench({ id, find, listHref }: { id: string; find?: string; listHref: string }) {
  const [found, t] = await Promise.all([loadSharable(id, find), getTranslations("contacts")]);
  if (!found) redirect(listHref);
  const { contactId, name, candidates } = found;
  return (
    <>
      <BackLink href={listHref}>{t("title")}</BackLink>
      <PageHeading title={t("shareTitle")} intro={t("shareIntro", { name: shortName(name) || t("unnamed") })} />
      <Card>
        <SearchField name="find" label={t("shareFind")} resets={[]} className="w-full sm:w-96" />
        {candidates.length > 0 ? (
          <SharableList contact={{ id: contactId, name: name || t("unnamed") }} candidates={candidates} />
        ) : (
          <p className="mt-6 text-muted">{t(find ? "shareNone" : "shareNoLikely")}</p>
        )}
      </Card>
    </>
  );
}
