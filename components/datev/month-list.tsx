import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Refresher } from "@/components/live/refresher";
import { buttonClass } from "@/components/ui/button";
import { Pill, type Tone } from "@/components/ui/pill";
import { formatInstant } from "@/lib/core/dates";
import { formatMoney } from "@/lib/core/money";
import { makeBatchAction, uploadBatchAction } from "@/lib/datev/actions";
import type { BatchFileView, BatchView, MonthView } from "@/lib/datev/batch-loaders";
import { NoteList } from "./note-list";

/** Payouts by month: what is to be handed over, and what was. */
export function MonthList({ months, canUpload }: { months: MonthView[]; canUpload: boolean }) {
  const isMoving = months.some(({ batches }) =>
    batches.some(({ files }) => files.some(({ upload }) => upload === "wanted" || upload === "pending")),
  );
  return (
    <ul className="divide-y">
      {months.map((view) => (
        <Month key={view.month} view={view} canUpload={canUpload} />
      ))}
      {isMoving ? <Refresher /> : null}
    </ul>
  );
}

function useMonthName(): (month: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}

function Month({ view, canUpload }: { view: MonthView; canUpload: boolean }) {
  const t = useTranslations("datev.export");
  const locale = useLocale();
  const { month, waiting, batches } = view;
  const name = useMonthName()(month);
  return (
    <li className="px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="font-medium">{name}</h3>
          <p className="text-sm text-muted">
            {waiting.count > 0
              ? t(batches.length > 0 ? "since" : "waiting", {
                  count: waiting.count,
                  amount: formatMoney(waiting.cents, locale),
                })
              : t("allHandedOver")}
          </p>
        </div>
        {waiting.count > 0 ? (
          <ActionButton gated action={makeBatchAction.bind(null, { month })} tone="primary" size="small" context={name}>
            {t(batches.length > 0 ? "makeMore" : "make")}
          </ActionButton>
        ) : null}
      </div>
      {batches.length > 0 ? (
        <ul className="mt-4 space-y-3">
          {batches.map((batch) => (
            <Batch key={batch.id} batch={batch} canUpload={canUpload} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Batch({ batch, canUpload }: { batch: BatchView; canUpload: boolean }) {
  const t = useTranslations("datev.export");
  const locale = useLocale();
  const { id, files, payoutCount, amountCents, createdAt, userName, downloadedAt, notes } = batch;
  const at = (instant: string) => formatInstant(new Date(instant), locale);
  const postings = files.reduce((sum, file) => sum + file.postingCount, 0);
  const mayUpload = canUpload && files.some(({ upload }) => upload === "none" || upload === "failed");
  const wasRefused = files.some(({ upload }) => upload === "failed");
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
        <a href={`/app/datev/batches/${id}`} className={buttonClass("plain", "small")} download>
          {t(downloadedAt ? "downloadAgain" : "download")}
        </a>
        {mayUpload ? (
          <ActionButton
            gated
            size="small"
            action={uploadBatchAction.bind(null, { batchId: id })}
            done={t("uploading")}
            confirmation={
              downloadedAt
                ? {
                    title: t("uploadTitle"),
                    body: t("uploadBody", { at: at(downloadedAt) }),
                    confirm: t("upload"),
                    cancel: t("leave"),
                  }
                : undefined
            }
            confirmTone="primary"
          >
            {t(wasRefused ? "uploadAgain" : "upload")}
          </ActionButton>
        ) : null}
      </div>
    </li>
  );
}

const TONES: Record<Exclude<BatchFileView["upload"], "none">, Tone> = {
  wanted: "wait",
  pending: "wait",
  succeeded: "good",
  failed: "bad",
};

function UploadState({ file }: { file: BatchFileView }) {
  const t = useTranslations("datev");
  const { upload, problem } = file;
  if (upload === "none") return null;
  return (
    <div className="mt-2 text-sm">
      <Pill tone={TONES[upload]}>{t(`export.uploads.${upload}`)}</Pill>
      {upload === "succeeded" ? <p className="prose-width mt-1 text-muted">{t("upload.arrived")}</p> : null}
      {problem && upload === "failed" ? (
        <div className="prose-width mt-1 wrap-anywhere">
          <p>{t(`upload.${problem.code}`)}</p>
          {problem.details.map((detail) => (
            <p key={detail} className="text-muted">
              {detail}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
