"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct, useNeedsPremium } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { PremiumMark } from "@/components/subscription/premium-mark";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useUnsavedWhile } from "@/components/ui/unsaved";
import { BANK_TEXT_LENGTH } from "@/lib/core/formats/sepa-text";
import { savePaymentDescriptionAction } from "@/lib/customers/actions";
import {
  bankText,
  bankTextLength,
  DEFAULT_WORDING,
  PLACEHOLDERS,
  unknownPlaceholder,
} from "@/lib/customers/reference/rules";

const TYPED_MAX = 500;

/** Edits the text on the payer's bank statement, and shows it as a bank will print it. */
export function WordingForm({ wording, companyName }: { wording: string | null; companyName: string }) {
  const t = useTranslations("settings.wording");
  const { busy, refusal, run } = useAction<void>();
  const [typed, setTyped] = useState(wording ?? "");
  const [saved, setSaved] = useState(wording ?? "");
  const field = useRef<HTMLDivElement>(null);
  const mayChange = useMayAct();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const facts = { invoiceNo: "RE1047", companyName, customerName: t("exampleCustomer") };
  const length = bankTextLength(typed, facts);
  const unknown = unknownPlaceholder(typed);
  useUnsavedWhile(typed.trim() !== saved);

  function insert(placeholder: string): void {
    const input = field.current?.querySelector("input");
    const at = input?.selectionStart ?? typed.length;
    setTyped(`${typed.slice(0, at)}{${placeholder}}${typed.slice(input?.selectionEnd ?? at)}`.slice(0, TYPED_MAX));
    input?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (unknown) {
      field.current?.querySelector("input")?.focus();
      return;
    }
    const wanted = typed.trim() || null;
    if (needsPremium && wanted && wanted !== wording) {
      askUpgrade();
      return;
    }
    run(
      () => savePaymentDescriptionAction({ paymentDescription: wanted }),
      () => {
        setSaved(wanted ?? "");
        say(t("saved"));
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-5">
      <div ref={field}>
        <Field
          id="wording"
          label={t("label")}
          value={typed}
          placeholder={DEFAULT_WORDING}
          maxLength={TYPED_MAX}
          disabled={!mayChange}
          onChange={(event) => setTyped(event.currentTarget.value)}
          aside={
            <span className="flex items-center gap-3">
              <PremiumMark />
              <span
                className={`text-sm tabular-nums ${length > BANK_TEXT_LENGTH ? "font-medium text-bad" : "text-muted"}`}
              >
                {t("count", { length, max: BANK_TEXT_LENGTH })}
              </span>
            </span>
          }
          hint={needsPremium && wording ? t("rests") : undefined}
          error={
            unknown
              ? t("unknown", { placeholder: unknown })
              : length > BANK_TEXT_LENGTH
                ? t("tooLong", { max: BANK_TEXT_LENGTH })
                : undefined
          }
        />
      </div>
      {mayChange ? (
        <fieldset>
          <legend className="mb-2 text-sm text-muted">{t("insert")}</legend>
          <div className="flex flex-wrap gap-2">
            {PLACEHOLDERS.map((placeholder) => (
              <Button key={placeholder} size="small" onClick={() => insert(placeholder)}>
                {t(`placeholders.${placeholder}`)}
              </Button>
            ))}
          </div>
        </fieldset>
      ) : null}
      <div>
        <p className="text-sm text-muted">{t("preview")}</p>
        <p className="mt-1 rounded-control bg-sunken px-3 py-2.5 font-medium break-words">{bankText(typed, facts)}</p>
      </div>
      <FormEnd refusal={refusal} busy={busy} submit={mayChange ? t("save") : undefined} />
    </form>
  );
}
