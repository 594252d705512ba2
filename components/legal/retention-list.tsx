import { useTranslations } from "next-intl";
import { RETENTION, type RetentionClass } from "@/lib/privacy/retention/rules";

/** Lists how long each kind of data is stored, from the same periods that the nightly deletion job uses. */
export function RetentionList() {
  const t = useTranslations("legal.retention");
  const classes = Object.keys(RETENTION) as RetentionClass[];
  return (
    <section className="prose-width mt-10 space-y-4 border-t border-line pt-6">
      <h2 className="text-lg">{t("title")}</h2>
      <p>{t("intro")}</p>
      <ul className="list-disc space-y-1.5 pl-6 marker:text-muted">
        {classes.map((name) => (
          <li key={name}>{t(`classes.${name}`, RETENTION[name])}</li>
        ))}
      </ul>
    </section>
  );
}
