"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { leaveForOutagePage } from "@/components/action/outage";
import { Button } from "@/components/ui/button";
import { say } from "@/components/ui/toast";
import { saveFile } from "./save-file";

/**
 * Downloads the export of the account by `fetch` instead of a link. So the button can show that it is busy, and a
 * refusal appears here instead of on a blank page.
 */
export function ExportButton() {
  const t = useTranslations("account.data");
  const te = useTranslations("errors");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ requestId?: string }>();

  async function load(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const response = await fetch("/app/account/export").catch(() => undefined);
    if (response?.ok && !response.redirected) {
      // The body cannot be read when the connection breaks during the download.
      const file = await response.blob().catch(() => undefined);
      if (file) {
        saveFile(file, fileName(response));
        say(t("exported"));
      } else {
        setProblem({ requestId: response.headers.get("x-request-id") ?? undefined });
      }
    } else if (response?.redirected || response?.status === 401) {
      return window.location.assign("/login?path=%2Fapp%2Faccount%2Fdata");
    } else if (response?.status === 503) {
      return leaveForOutagePage();
    } else {
      setProblem({ requestId: response?.headers.get("x-request-id") ?? undefined });
    }
    setBusy(false);
  }

  return (
    <div>
      <Button
        busy={busy}
        icon={<Download aria-hidden="true" strokeWidth={1.5} className="size-4" />}
        onClick={() => void load()}
      >
        {t("export")}
      </Button>
      {problem ? (
        <div role="alert" className="mt-2 text-sm">
          <p className="font-medium text-bad">{t("exportFailed")}</p>
          {problem.requestId ? (
            <p className="mt-0.5 text-xs text-muted">{te("requestId", { id: problem.requestId })}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function fileName(response: Response): string {
  return response.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "einzug-export.zip";
}
