import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { Refresher } from "@/components/live/refresher";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import { isErrorCode } from "@/lib/core/web/errors";
import type { BulkView, RefusedItem } from "@/lib/invoices/bulk/loaders";
import { useReasonKey } from "./reason-text";

/** Shows the progress of a bulk run; at the end, the invoices that were refused and why. */
export function BulkResult({ run }: { run: BulkView & { refusals: RefusedItem[] } }) {
  const t = useTranslations("bulk");
  const { done, refused, total, isRunning, refusals, minutesLeft } = run;
  const count = { done: done + refused, total };
  return (
    <div className="space-y-6">
      {isRunning ? (
        <Card>
          <Progress
            label={t("running")}
            text={minutesLeft ? t("rest", { ...count, minutes: minutesLeft }) : t("progress", count)}
            done={done + refused}
            total={total}
          />
          <p className="mt-3 text-sm text-muted">{t("runningText")}</p>
          <Refresher />
        </Card>
      ) : (
        <Banner
          tone={refused > 0 ? "wait" : "good"}
          title={refused > 0 ? t("ended", { done, refused }) : t("allDone", { done })}
        />
      )}
      {refusals.length > 0 ? (
        <section aria-labelledby="refused">
          <h2 id="refused" className="mb-3 text-lg">
            {t("refusedTitle")}
          </h2>
          <Card flush>
            <ul className="divide-y">
              {refusals.map((item) => (
                <Refusal key={item.position} item={item} />
              ))}
            </ul>
          </Card>
          {refused > refusals.length ? (
            <p className="mt-2 text-sm text-muted">{t("moreRefused", { count: refusals.length })}</p>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}

function Refusal({ item }: { item: RefusedItem }) {
  const t = useTranslations();
  const number = <Name text={item.number || t("invoices.noNumber")} />;
  return (
    <li className="px-4 py-3 sm:px-5">
      {item.invoiceId ? (
        <Link href={`/app/invoices/${item.invoiceId}`} className="font-medium text-action underline underline-offset-2">
          {number}
        </Link>
      ) : (
        <span className="font-medium">{number}</span>
      )}
      <WhyNot reason={item.reason} />
    </li>
  );
}

/** Shows the text of the decision's reason, or of the error code. */
function WhyNot({ reason }: { reason: string }) {
  const t = useTranslations();
  const key = useReasonKey()(reason);
  if (key === "undecided" && isErrorCode(reason))
    return <p className="prose-width text-sm text-muted">{t(`errors.${reason}`)}</p>;
  return (
    <p className="prose-width text-sm text-muted">
      {t(`reasons.${key}.title`)}: {t(`reasons.${key}.help`)}
    </p>
  );
}
