import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { buttonClass } from "@/components/ui/button";
import { formatMoney } from "@/lib/core/money/money";
import { formatInstant } from "@/lib/core/time/dates";
import { dropUploadAction, uploadBatchAction } from "@/lib/datev/actions";
import type { BatchView } from "@/lib/datev/batch/loaders";
import type { DatevView } from "@/lib/datev/loaders";
import type { FileState } from "@/lib/datev/upload/rules";
import { NoteList } from "./note-list";
import { SignInButton } from "./sign-in-button";
import { UploadState } from "./upload-state";

/** Shows an export batch: its content, the state of its upload to DATEV, and the possible actions. */
export function BatchCard({ batch, upload }: { batch: BatchView; upload: DatevView["upload"] }) {
  const t = useTranslations("datev.export");
  const locale = useLocale();
  const { id, files, payoutCount, amountCents, createdAt, userName, downloadedAt, notes } = batch;
  const at = (instant: string) => formatInstant(new Date(instant), locale);
  const postings = files.reduce((sum, file) => sum + file.postingCount, 0);
  return (
    <li className="rounded-control bg-sunken p-4">
      <p className="font-medium wrap-anywhere">{files.map(({ name }) => name).join(", ")}</p>
      <p className="mt-1 text-sm text-muted">
        {t("content", { payouts: payoutCount, postings, amount: formatMoney(amountCents, locale) })}
      </p>
      <p className="text-sm text-muted">{t("made", { at: at(createdAt), name: userName })}</p>
      {downloadedAt ? <p className="text-sm text-muted">{t("downloaded", { at: at(downloadedAt) })}</p> : null}
      {files.map((file) => (
        <UploadState key={file.position} file={file} />
      ))}
      <NoteList notes={notes} />
      <div className="mt-3 flex flex-wrap gap-2">
        <BatchActions batch={batch} upload={upload} />
        <a href={`/app/datev/batches/${id}`} className={buttonClass("plain", "small")} download>
          {t(downloadedAt ? "downloadAgain" : "download")}
        </a>
      </div>
    </li>
  );
}

/** The next action towards DATEV: sign in, upload, or ask again for the result. */
function BatchActions({
  batch: { id, files, downloadedAt },
  upload,
}: {
  batch: BatchView;
  upload: DatevView["upload"];
}) {
  const t = useTranslations("datev");
  const locale = useLocale();
  const has = (...states: FileState[]) => files.some(({ state }) => states.includes(state));
  const send = uploadBatchAction.bind(null, { batchId: id });
  if (upload === "signed_out" && has("unsent", "unasked", "unanswered"))
    return (
      <>
        <SignInButton tone="primary" size="small">
          {t("signIn.start")}
        </SignInButton>
        {files.some(({ mayDrop }) => mayDrop) ? (
          <ActionButton size="small" action={dropUploadAction.bind(null, { batchId: id })}>
            {t("export.leave")}
          </ActionButton>
        ) : null}
      </>
    );
  if (upload !== "signed_in") return null;
  if (has("none", "failed"))
    return (
      <ActionButton
        gated
        size="small"
        action={send}
        done={t("export.uploading")}
        confirmation={
          downloadedAt
            ? {
                title: t("export.uploadTitle"),
                body: t("export.uploadBody", { at: formatInstant(new Date(downloadedAt), locale) }),
                confirm: t("export.upload"),
                cancel: t("export.leave"),
              }
            : undefined
        }
        confirmTone="primary"
      >
        {t(has("failed") ? "export.uploadAgain" : "export.upload")}
      </ActionButton>
    );
  return has("unanswered") ? (
    <ActionButton gated size="small" action={send}>
      {t("export.askAgain")}
    </ActionButton>
  ) : null;
}
