import { getTranslations } from "next-intl/server";
import { CandidateList } from "@/components/mandates/candidate-list";
import { MandateSide } from "@/components/mandates/match-side";
import { DetailSheet } from "@/components/ui/detail-sheet";
import { SearchField } from "@/components/ui/search-field";
import { loadCandidates } from "@/lib/mandates/match-loaders";

/** Chooses the contact of a mandate that was made elsewhere. An id that is none of ours, or has its contact, opens nothing. */
export async function MatchSheet({ id, find, closeHref }: { id: string; find?: string; closeHref: string }) {
  const [found, t] = await Promise.all([loadCandidates(id, find), getTranslations("mandates")]);
  if (!found) return null;
  const { mandate, candidates } = found;
  return (
    <DetailSheet title={t("chooseTitle")} closeLabel={t("close")} closeHref={closeHref}>
      <div className="p-4 sm:p-6">
        <MandateSide mandate={mandate} />
        <SearchField name="find" label={t("findContact")} resets={[]} className="mt-6 w-full" />
        {candidates.length > 0 ? (
          <CandidateList mandate={mandate} candidates={candidates} />
        ) : (
          <p className="mt-6 text-muted">{t(find ? "noCandidates" : "noLikely")}</p>
        )}
      </div>
    </DetailSheet>
  );
}
