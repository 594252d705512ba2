import { useMessages, useTranslations } from "next-intl";

type FailureKey = keyof ReturnType<typeof useMessages>["failureCodes"];

/**
 * What a bank's code means and what to do about it. The code stands beside it, because it is what a bank asks for; the
 * provider's word for the cause is for programs, and only helps to find the meaning. Of codes nobody listed the provider's
 * own words are shown as well.
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
