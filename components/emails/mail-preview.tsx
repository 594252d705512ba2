import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { PreviewView, TemplateAddress } from "@/lib/templates/schema";

/** Shows the mail as the payer receives it, in a sandboxed frame. */
export function MailPreview({
  preview,
  address,
  isStale,
  onRetry,
}: {
  preview: PreviewView;
  address: TemplateAddress;
  isStale: boolean;
  /** Present while the preview of the newest draft could not be loaded. */
  onRetry?: () => void;
}) {
  const t = useTranslations("emails.preview");
  return (
    <section id="preview" aria-labelledby="preview-title" className="scroll-mt-20 lg:sticky lg:top-20">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="preview-title" className="text-lg">
          {t("title")}
        </h2>
        <p aria-live="polite" className="text-sm text-muted">
          {t(isStale ? "stale" : onRetry ? "behind" : "hint")}
        </p>
        {onRetry && !isStale ? (
          <Button size="small" onClick={onRetry}>
            {t("retry")}
          </Button>
        ) : null}
      </div>
      <Card flush className="overflow-hidden">
        <dl className="space-y-1 border-b px-4 py-3 text-sm sm:px-5">
          <Line label={t("subject")} lang={address.language}>
            {preview.subject}
          </Line>
          {preview.replyTo ? <Line label={t("replyTo")}>{preview.replyTo}</Line> : null}
        </dl>
        <iframe
          title={t("frame")}
          srcDoc={preview.html}
          // The empty sandbox allows no scripts, no forms, no navigation, and gives the frame its own origin.
          sandbox=""
          className="block h-[36rem] w-full bg-white lg:h-[min(44rem,calc(100dvh-14rem))]"
        />
      </Card>
    </section>
  );
}

function Line({ label, lang, children }: { label: string; lang?: string; children: string }) {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-muted">{label}</dt>
      <dd lang={lang} className="min-w-0 break-words font-medium">
        {children}
      </dd>
    </div>
  );
}
