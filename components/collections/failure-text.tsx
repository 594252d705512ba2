import { useMessages, useTranslations } from "next-intl";

type FailureKey = keyof ReturnType<typeof useMessages>["failureCodes"];

/** What a bank's code means and what to do about it. Banks send codes nobody listed: those are shown as they came. */
export function FailureText({ code, cause }: { code?: string; cause?: string }) {
  const t = useTranslations("failureCodes");
  const known = useMessages().failureCodes;
  const key =
    [code, cause].find((candidate): candidate is FailureKey => candidate !== undefined && candidate in known) ??
    "unknown";
  return (
    <>
      <span className="block font-medium text-ink">
        {t(`${key}.title`)}
        {code ? <span className="ml-1.5 font-normal text-muted">({code})</span> : null}
      </span>
      <span className="block">{t(`${key}.todo`)}</span>
    </>
  );
}
