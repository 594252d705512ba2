import { useTranslations } from "next-intl";
import { Instant } from "@/components/format/instant";
import type { ReturnRow } from "@/lib/collections/returns/loaders";

/** Lists the notes, newest first, as plain text with line breaks, never as markup. */
export function NoteList({ notes }: { notes: ReturnRow["notes"] }) {
  const t = useTranslations("returns.note");
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t("list")} className="mt-3 space-y-2">
      {notes.map((note) => (
        <li key={note.id} className="rounded-control bg-sunken px-3 py-2 text-sm">
          <p className="break-words whitespace-pre-line">
            <bdi>{note.text}</bdi>
          </p>
          <p className="mt-1 text-xs text-muted">
            <bdi>{note.author}</bdi> · <Instant at={note.at} />
          </p>
        </li>
      ))}
    </ul>
  );
}
