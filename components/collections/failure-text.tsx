import { useMessages, useTranslations } from "next-intl";

type FailureKey = keyof ReturnType<typeof useMessages>["failureCodes"];

/**
 * What a bank's code means and what to do about it. Code and cause stand beside it as they came, because codes differ
 * between banks; of codes nobody listed the provider's own words are shown as well.
 */
export function FailureText({ code, cause, text }: { code?: string; cause?: string; text?: string }) {
  const t = useTranslations("failureCodes");
  const known = useMessages().failureCodes;
  const key =
    [code, cause].find(
      (candidate): candidate is FailureKey => candidate !== undefined && Object.hasOwn(known, candidate),
    ) ?? "unknown";
  return (
    <>
      <span className="block font-medium break-words text-ink">
        {t(`${key}.title`)}
        {code ? <span className="font-normal text-muted"> ({code})</span> : null}
        {cause && cause !== code ? <span className="text-xs font-normal text-muted"> {cause}</span> : null}
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
