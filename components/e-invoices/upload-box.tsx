"use client";

import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import type { Refusal } from "@/components/action/use-action";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Progress } from "@/components/ui/progress";
import { useRouter } from "@/components/ui/use-router";
import { droppedFiles } from "./dropped-files";
import { type SentSum, sendFiles } from "./send-files";

/** Uploads invoices: chosen or dropped files and folders, and ZIP archives. Says of each file that was not stored why. */
export function UploadBox() {
  const t = useTranslations("eInvoices.upload");
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [sum, setSum] = useState<SentSum>();
  const [isOver, setOver] = useState(false);
  const mayAct = useMayAct();
  const isBusy = sum !== undefined && sum.done < sum.total;

  async function send(files: File[]): Promise<void> {
    if (files.length === 0) return;
    await sendFiles(files, setSum);
    router.refresh();
  }

  function take(): void {
    const files = [...(input.current?.files ?? [])];
    // Cleared, so that choosing the same files again triggers another upload.
    if (input.current) input.current.value = "";
    void send(files);
  }

  // Uploads files that were chosen before the page's scripts had started, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page's scripts have started
  useEffect(take, []);

  if (!mayAct) return null;
  const drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) await send(await droppedFiles(event.dataTransfer));
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
        className={cx(
          "flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center",
          isOver ? "border-action bg-sunken" : "border-edge",
        )}
      >
        <input
          ref={input}
          type="file"
          multiple
          accept=".xml,.pdf,.zip,application/xml,text/xml,application/pdf,application/zip"
          aria-label={t("choose")}
          aria-describedby={id}
          onChange={take}
          className="sr-only"
          tabIndex={-1}
        />
        <Button
          tone="primary"
          busy={isBusy}
          icon={<Upload aria-hidden="true" strokeWidth={1.5} className="size-4.5" />}
          onClick={() => input.current?.click()}
        >
          {t("choose")}
        </Button>
        <p id={id} className="prose-width text-sm text-muted">
          {t("hint")}
        </p>
      </div>
      {sum ? <Sent sum={sum} isBusy={isBusy} /> : null}
    </div>
  );
}

function Sent({ sum, isBusy }: { sum: SentSum; isBusy: boolean }) {
  const t = useTranslations("eInvoices.upload");
  const { done, total, added, known, refused, refusedCount, refusal } = sum;
  return (
    <div className="mt-4 space-y-3">
      {isBusy ? (
        <Progress label={t("sending")} text={t("count", { done, total })} done={done} total={total} />
      ) : (
        <p role="status" className="text-sm">
          {t("sent", { added, known })}
        </p>
      )}
      <RefusalText refusal={refusal as Refusal | undefined} />
      {refusedCount > 0 ? (
        <Banner tone="wait" title={t("refusedTitle", { count: refusedCount })}>
          <ul className="list-disc space-y-1 pl-4">
            {refused.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list only grows
              <li key={index} className="wrap-anywhere">
                {name}:{" "}
                {t.has(`refused.${reason}` as "refused.empty") ? t(`refused.${reason}` as "refused.empty") : reason}
              </li>
            ))}
          </ul>
          {refusedCount > refused.length ? (
            <p className="mt-1">{t("refusedMore", { count: refusedCount - refused.length })}</p>
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}
