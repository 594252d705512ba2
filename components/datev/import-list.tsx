import { useLocale, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { Pill, type Tone } from "@/components/ui/pill";
import { formatInstant } from "@/lib/core/time/dates";
import type { ImportRow } from "@/lib/datev/loaders";

const TONES: Record<ImportRow["status"], Tone> = {
  refused: "bad",
  inspected: "wait",
  applying: "wait",
  applied: "good",
};

/** Lists the files that were uploaded last. */
export function ImportList({ rows }: { rows: ImportRow[] }) {
  const t = useTranslations("datev.import");
  const locale = useLocale();
  return (
    <ul className="divide-y">
      {rows.map((row) => (
        <li key={row.id} className="relative flex items-center justify-between gap-4 px-4 py-3 hover:bg-sunken sm:px-6">
          <div className="min-w-0">
            <Link
              href={`/app/datev/import/${row.id}`}
              className="block truncate font-medium after:absolute after:inset-0"
            >
              {t(`kinds.${row.kind}`)}
            </Link>
            <p className="truncate text-sm text-muted">
              {row.fileName} · {formatInstant(new Date(row.createdAt), locale)}
            </p>
          </div>
          <Pill tone={TONES[row.status]}>{t(`states.${row.status}`)}</Pill>
        </li>
      ))}
    </ul>
  );
}
