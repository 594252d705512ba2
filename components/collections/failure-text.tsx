import { useMessages, useTranslations } from "next-intl";

type FailureKey = keyof ReturnType<typeof useMessages>["failureCodes"];

/**
 * Explains the bank's code of a return and what to do about it. It prints the code, because a bank asks for it. It does
 * not print the provider's cause, an identifier for programs, and uses it only to find a text when the code is unknown.
 * If the cause is unknown too, it also shows the provider's own text.
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
