import { useMessages, useTranslations } from "next-intl";

type FailureKey = keyof ReturnType<typeof useMessages>["failureCodes"];

/**
 * What a bank's code means and what to do about it. Banks send codes nobody listed: those are shown as they came, with
 * the provider's cause and its own words.
 */
export function FailureText({ code, cause, text }: { code?: string; cause?: string; text?: string }) {
  const t = useTranslations("failureCodes");
  const known = useMessages().failureCodes;
  const key =
    [code, cause].find(
      (candidate): candidate is FailureKey => candidate !== undefined && Object.hasOwn(known, candidate),
    ) ?? "unknown";
  const raw = [code, key === "unknown" ? cause : undefined].filter(Boolean).join(", ");
  return (
    <>
      <span className="block font-medium break-words text-ink">
        {t(`${key}.title`)}
        {raw ? <span className="ml-1.5 font-normal text-muted">({raw})</span> : null}
      </span>
      {key === "unknown" && text ? (
        <q className="block break-words text-muted">
          <bdi>{text}</bdi>
        </q>
      ) : null}
      <span className="block">{t(`${key}.todo`)}</span>
    </>
  );
}
