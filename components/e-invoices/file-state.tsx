import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/ui/pill";
import type { TrayRow } from "@/lib/e-invoices/tray/types";

type State = Pick<TrayRow, "status" | "outcome" | "reason" | "detail">;

/** The outcome of a file as a pill. */
export function FileState({ file, hasHint = false }: { file: State; hasHint?: boolean }) {
  const reason = useFileReason()(file);
  const label = useFileLabel()(file);
  return (
    <Pill tone={toneOf(file)} hint={hasHint ? reason : undefined}>
      {label}
    </Pill>
  );
}

/** Returns a function that names the outcome of a file. */
export function useFileLabel(): (file: State) => string {
  const t = useTranslations("eInvoices");
  return ({ status, outcome }) => {
    if (status === "waiting" || (status === "held" && outcome === null)) return t(`status.${status}`);
    const label = textOf(t, "outcome", outcome) || t(`status.${status}`);
    return status === "held" ? `${t("status.held")}: ${label}` : label;
  };
}

function toneOf({ status, outcome }: State): Tone {
  if (status === "waiting") return "info";
  if (status === "held") return "wait";
  if (status === "refused") return "bad";
  return outcome === "direct_debit" ? "good" : "quiet";
}

/** Returns a function that says why a file has its outcome; undefined if the outcome says it. */
export function useFileReason(): (file: State) => string | undefined {
  const t = useTranslations("eInvoices");
  return ({ status, outcome, reason, detail }) => {
    if (status === "waiting") return undefined;
    return (
      textOf(t, "held", reason, { detail: detail ?? "" }) ||
      textOf(t, "reason", reason, { detail: detail ?? "" }) ||
      textOf(t, "upload.refused", reason) ||
      textOf(t, "outcomeText", outcome)
    );
  };
}

type Texts = ReturnType<typeof useTranslations<"eInvoices">>;

/** Codes come from the reader and the intake. A code without a text shows nothing. */
function textOf(
  t: Texts,
  group: "means" | "outcome" | "outcomeText" | "reason" | "remark" | "upload.refused" | "held",
  code: string | null,
  values: Record<string, string> = {},
): string | undefined {
  const key = `${group}.${code}` as "outcome.credit";
  return code !== null && t.has(key) ? t(key, values) : undefined;
}

/** Returns a function that says what differs in an invoice. */
export function useRemarks(): (remarks: string[]) => string[] {
  const t = useTranslations("eInvoices");
  return (remarks) => [...new Set(remarks)].flatMap((code) => textOf(t, "remark", code) ?? []);
}

/** Returns a function that names a code of a means of payment (BT-81). An unknown code stays a code. */
export function useMeans(): (code: string) => string {
  const t = useTranslations("eInvoices");
  return (code) => {
    const text = textOf(t, "means", code);
    return text ? `${text} (${code})` : code;
  };
}
