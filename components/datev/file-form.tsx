"use client";

import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import type { Refusal } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";
import { isErrorCode } from "@/lib/core/web/errors";
import { LARGEST_FILE_BYTES } from "@/lib/datev/import/types";

/** Uploads a file from DATEV as soon as it is chosen. The next page shows its content before anything is imported. */
export function FileForm({ kind, hint }: { kind: "open_items" | "debtors"; hint: string }) {
  const t = useTranslations("datev.import");
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const mayAct = useMayAct();

  async function send(file: File): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    const found = file.size > LARGEST_FILE_BYTES ? tooLarge() : await upload(kind, file);
    if ("id" in found) return router.push(`/app/datev/import/${found.id}`);
    setBusy(false);
    setRefusal(found);
  }

  function take(): void {
    const file = input.current?.files?.[0];
    // Cleared, so that choosing the same file again triggers another upload.
    if (input.current) input.current.value = "";
    if (file) void send(file);
  }

  // Uploads a file that was chosen before the page's scripts had started, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page's scripts have started
  useEffect(take, []);

  return (
    <div className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:px-6">
      <div className="min-w-0">
        <h3 className="font-medium">{t(`kinds.${kind}`)}</h3>
        <p id={id} className="prose-width text-sm text-muted">
          {hint}
        </p>
        <RefusalText refusal={refusal} />
      </div>
      {mayAct ? (
        <div className="shrink-0">
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label={t(`choose.${kind}`)}
            aria-describedby={id}
            onChange={take}
            className="sr-only"
            tabIndex={-1}
          />
          <Button
            busy={busy}
            icon={<Upload aria-hidden="true" strokeWidth={1.5} className="size-4.5" />}
            onClick={() => input.current?.click()}
          >
            {busy ? t("reading") : t(`choose.${kind}`)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function tooLarge(): Refusal {
  return { code: "file_too_large", requestId: "", fields: [] };
}

async function upload(kind: string, file: File): Promise<{ id: string } | Refusal> {
  const query = new URLSearchParams({ kind, name: file.name, size: String(file.size) });
  const response = await fetch(`/app/datev/import?${query}`, { method: "PUT", body: file }).catch(() => undefined);
  const body = (await response?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (response?.ok && typeof body?.id === "string") return { id: body.id };
  const code = isErrorCode(body?.errorCode) ? body.errorCode : "unavailable";
  return { code, requestId: typeof body?.requestId === "string" ? body.requestId : "", fields: [] };
}
