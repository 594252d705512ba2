"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError, inputClass } from "@/components/ui/field";
import { sanitiseText } from "@/lib/core/text/sanitise";
import { CONDITION_LENGTH, conditionFault, matchCondition } from "@/lib/customers/condition/rules";

/**
 * Adds a payment condition that no invoice carries yet. It refuses what the accounting system would refuse, and says
 * why. It asks before adding a text that nearly equals a known condition, because that may be a slip.
 */
export function AddCondition({ known, onAdd }: { known: string[]; onAdd: (label: string) => void }) {
  const t = useTranslations("client.conditions");
  const id = useId();
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const fault = text === "" ? undefined : conditionFault(text);
  // Length and line breaks are reported while typing; the rest waits, because a word may follow a final space.
  const shown = fault === "too_long" || fault === "line_break" || isTried ? fault : undefined;
  const match = matchCondition(text, known);
  const nearTo = !fault && match.result === "condition_near_miss" ? match.expected : undefined;
  const isAsked = isTried && nearTo !== undefined;

  function done(label: string): void {
    onAdd(label);
    setText("");
    setTried(false);
  }

  function add(): void {
    if (text === "") return;
    if (fault || (nearTo && !isAsked)) setTried(true);
    else done(text);
  }

  return (
    <div className="mt-4">
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {t("other")}
        </label>
        <span
          id={`${id}-count`}
          className={`text-sm tabular-nums ${fault === "too_long" ? "font-medium text-bad" : "text-muted"}`}
        >
          {t("count", { length: text.length, max: CONDITION_LENGTH })}
        </span>
      </div>
      <div className="flex items-start gap-2">
        <textarea
          id={id}
          rows={1}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTried(false);
          }}
          onKeyDown={(event) => {
            // The field has one line only, so Enter adds the text as in any one-line field.
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-error` : isAsked ? `${id}-near` : `${id}-count`}
          className={`field-sizing-content resize-none py-2.5 ${inputClass}`}
        />
        <Button onClick={add} disabled={text === ""}>
          {t("add")}
        </Button>
      </div>
      <FieldError id={`${id}-error`} text={shown ? t(`fault.${shown}`, { max: CONDITION_LENGTH }) : undefined} />
      {isAsked && nearTo ? (
        <div className="mt-2 rounded-control bg-wait-soft p-3">
          <p id={`${id}-near`} role="alert" className="text-sm wrap-anywhere whitespace-pre-wrap">
            {t("nearKnown", { other: sanitiseText(nearTo) })}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" tone="primary" onClick={() => done(nearTo)}>
              {t("useKnown")}
            </Button>
            <Button size="small" onClick={() => done(text)}>
              {t("addAnyway")}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
