import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/ui/pill";
import type { ContactRow } from "@/lib/payers/loaders";

const TONES: Record<ContactRow["state"], Tone> = { mandate: "good", asked: "wait", none: "quiet", lost: "bad" };

/** The states of a contact: its mandate, an exclusion, a reported death. */
export function ContactPills({ row }: { row: ContactRow }) {
  const t = useTranslations("contacts");
  return (
    <>
      <Pill tone={TONES[row.state]} hint={t(`state.${row.state}.hint`)}>
        {t(`state.${row.state}.label`)}
      </Pill>
      {row.isExcluded ? <Pill tone="quiet">{t("excluded")}</Pill> : null}
      {row.isAlwaysCollected ? (
        <Pill tone="info" hint={t("always.hint")}>
          {t("always.label")}
        </Pill>
      ) : null}
      {row.isDeceased ? (
        <Pill tone="bad" hint={t("deceased.hint")}>
          {t("deceased.label")}
        </Pill>
      ) : null}
    </>
  );
}
