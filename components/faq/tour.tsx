import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  ConditionPicture,
  ConnectPicture,
  DebitPicture,
  MandatePicture,
  PayoutPicture,
  ReturnPicture,
} from "./tour-pictures";

const STEPS: { key: "connect" | "condition" | "mandate" | "debit" | "payout" | "returned"; picture: ReactNode }[] = [
  { key: "connect", picture: <ConnectPicture /> },
  { key: "condition", picture: <ConditionPicture /> },
  { key: "mandate", picture: <MandatePicture /> },
  { key: "debit", picture: <DebitPicture /> },
  { key: "payout", picture: <PayoutPicture /> },
  { key: "returned", picture: <ReturnPicture /> },
];

/** Explains the way from the first connection to the booked payout, each step with a picture of the screen. */
export function Tour({ id }: { id: string }) {
  const t = useTranslations("faq.tour");
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-16">
      <h2 id={`${id}-title`} className="text-lg">
        {t("title")}
      </h2>
      <p className="prose-width mt-1 text-muted">{t("intro")}</p>
      <ol className="mt-8 space-y-10 sm:space-y-12">
        {STEPS.map(({ key, picture }, index) => (
          <li key={key} id={`tour-${key}`} className="grid items-center gap-x-8 gap-y-4 sm:grid-cols-2">
            <div className="flex gap-4">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-action-soft text-sm font-semibold text-action tabular-nums"
              >
                {index + 1}
              </span>
              <div className="min-w-0 pt-1">
                <h3>{t(`${key}.title`)}</h3>
                <p className="mt-1 text-muted">{t(`${key}.text`)}</p>
              </div>
            </div>
            <div aria-hidden="true" className="rounded-card border bg-sunken p-4 sm:p-5">
              {picture}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
