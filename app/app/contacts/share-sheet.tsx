import { getTranslations } from "next-intl/server";
import { SharableList } from "@/components/mandates/sharable-list";
import { DetailSheet } from "@/components/ui/detail-sheet";
import { SearchField } from "@/components/ui/search-field";
import { shortName } from "@/lib/core/tame-text";
import { loadSharable } from "@/lib/mandates/share-loaders";

/** Chooses the contact who is the same payer and has given a mandate. An id that is none of ours opens nothing. */
export async function ShareSheet({ id, find, closeHref }: { id: string; find?: string; closeHref: string }) {
  const [found, t] = await Promise.all([loadSharable(id, find), getTranslations("contacts")]);
  if (!found) return null;
  const { contactId, name, candidates } = found;
  return (
    <DetailSheet title={t("shareTitle")} closeLabel={t("close")} closeHref={closeHref}>
      <div className="p-4 sm:p-6">
        <p className="break-words hyphens-auto">{t("shareIntro", { name: shortName(name) || t("unnamed") })}</p>
        <SearchField name="find" label={t("shareFind")} resets={[]} className="mt-6 w-full" />
        {candidates.length > 0 ? (
          <SharableList contact={{ id: contactId, name: name || t("unnamed") }} candidates={candidates} />
        ) : (
          <p className="mt-6 text-muted">{t(find ? "shareNone" : "shareNoLikely")}</p>
        )}
      </div>
    </DetailSheet>
  );
}
