"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { OfferCard, type OfferProps } from "./offer-card";

export function PauseCard({ pauses, decide, busy, disabled }: OfferProps & { pauses: number[] }) {
  const t = useTranslations("cancel.pause");
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const months = Number(new FormData(event.currentTarget).get("months"));
    setIsMissing(!months);
    if (months === 1 || months === 2) decide("pause", { pauseDurationInMonths: months });
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <OfferCard
        title={t("title")}
        text={t("text")}
        action={
          <Button type="submit" busy={busy} disabled={disabled}>
            {t("button")}
          </Button>
        }
      >
        <fieldset aria-describedby={isMissing ? "pause-error" : undefined}>
          <legend className="sr-only">{t("duration")}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {pauses.map((months) => (
              <label key={months} className="flex min-h-11 items-center gap-2 text-sm sm:min-h-9">
                <input type="radio" name="months" value={months} className="size-4 accent-action" />
                {t("months", { months })}
              </label>
            ))}
          </div>
        </fieldset>
        <FieldError id="pause-error" text={isMissing ? t("missing") : undefined} />
      </OfferCard>
    </form>
  );
}
