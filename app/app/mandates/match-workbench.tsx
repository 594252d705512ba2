import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CandidateList } from "@/components/mandates/candidate-list";
import { MandateSide } from "@/components/mandates/match-side";
import { BackLink } from "@/components/ui/back-link";
import { Card } from "@/components/ui/card";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { loadCandidates } from "@/lib/mandates/matching/loaders";

/**
 * Replaces the list: chooses the contact for a mandate that was created outside Einzug. An unknown id, or a mandate
 * that has a contact by now, redirects to the list.
 */
export async function MatchWorkbench({ id, find, listHref }: { id: string; find?: string; listHref: string }) {
  const [found, t] = await Promise.all([loadCandidates(id, find), getTranslations("mandates")]);
  if (!found) redirect(listHref);
  const { mandate, candidates } = found;
  return (
    <>
      <BackLink href={listHref}>{t("title")}</BackLink>
      <PageHeading title={t("chooseTitle")} />
      <Card>
        <MandateSide mandate={mandate} />
        <SearchField name="find" label={t("findContact")} resets={[]} className="mt-6 w-full sm:w-96" />
        {candidates.length > 0 ? (
          <CandidateList mandate={mandate} candidates={candidates} />
        ) : (
          <p className="mt-6 text-muted">{t(find ? "noCandidates" : "noLikely")}</p>
        )}
      </Card>
    </>
  );
}
