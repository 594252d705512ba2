import { useMessages, useTranslations } from "next-intl";
import { Instant } from "@/components/format/instant";
import { Link } from "@/components/ui/link";
import type { OpenDifference } from "@/lib/operations/types";

type KindKey = keyof ReturnType<typeof useMessages>["operators"]["differences"]["kinds"];

/**
 * Returns a function that gives the text for a kind of difference. A kind stored by an older or newer version may have
 * no text here.
 */
export function useKindText(): (kind: string) => string {
  const t = useTranslations("operators.differences.kinds");
  const known = useMessages().operators.differences.kinds;
  return (kind) => t(kind in known ? (kind as KindKey) : "other");
}

export function DifferenceList({ differences, more }: { differences: OpenDifference[]; more: number }) {
  const t = useTranslations("operators.differences");
  const kindText = useKindText();
  return (
    <ul className="divide-y">
      {differences.map((row) => (
        <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 px-4 py-4 sm:px-6 lg:grid-cols-2">
          <div className="min-w-0">
            <p className="font-medium">{kindText(row.kind)}</p>
            <p className="text-sm text-muted">
              <Instant at={row.foundAt} />
            </p>
            {row.invoiceId ? (
              <Link
                href={`/operators?q=${row.invoiceId}`}
                // Viewing a diagnosis is logged, so it must not be loaded ahead of a click.
                prefetch={false}
                className="inline-flex min-h-11 items-center text-sm text-action underline underline-offset-2 sm:min-h-8"
              >
                {t("trail")}
                <span className="sr-only"> {row.invoiceId}</span>
              </Link>
            ) : null}
          </div>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {(["ours", "theirs"] as const).map((side) => (
              <Pair key={side} name={t(side)} value={row[side]} />
            ))}
            <Pair name={t("subject")} value={row.subject} />
            <Pair name={t("supplier")} value={row.customerId} />
          </dl>
        </li>
      ))}
      {more > 0 ? <li className="px-4 py-3 text-sm text-muted sm:px-6">{t("more", { count: more })}</li> : null}
    </ul>
  );
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums wrap-anywhere">{value}</dd>
    </>
  );
}
