"use client";

import { useTranslations } from "next-intl";
import { Fragment, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useMayAct } from "@/components/action/may-change";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import type { TemplateAddress } from "@/lib/templates/schema";
import {
  FIELD_LENGTHS,
  type FieldFault,
  MULTILINE_FIELDS,
  type Placeholder,
  REQUIRED_FIELDS,
  TEMPLATE_FIELDS,
  type TemplateField,
} from "@/lib/templates/texts/rules";
import type { Draft, DraftFaults } from "./draft";
import { PlaceholderPalette } from "./placeholder-palette";

const ROWS: Partial<Record<TemplateField, number>> = { body: 6, shortInfo: 3 };

/** The text fields of one mail. `faults` holds the faults to show now. */
export function TemplateFields({
  address,
  draft,
  faults,
  ownEmail,
  onChange,
}: {
  address: TemplateAddress;
  draft: Draft;
  faults: DraftFaults;
  ownEmail: string;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const t = useTranslations("emails");
  const mayAct = useMayAct();
  const place = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<TemplateField>("body");
  return (
    <div ref={place} className="space-y-5">
      <div>
        <Checkbox
          id="isActive"
          label={t("isActive")}
          checked={draft.isActive}
          disabled={!mayAct}
          onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
        />
        <p className="pl-8 text-sm text-muted">{t("isActiveHint")}</p>
      </div>
      {TEMPLATE_FIELDS.map((field) => (
        <Fragment key={field}>
          <Words
            field={field}
            language={address.language}
            value={draft[field]}
            fault={faults[field]}
            disabled={!mayAct}
            onFocus={() => setTarget(field)}
            onChange={(value) => onChange({ [field]: value })}
          />
          {field === "body" && mayAct ? (
            <PlaceholderPalette
              tab={address.tab}
              target={target}
              onInsert={(placeholder) => insert(place, target, placeholder, onChange)}
            />
          ) : null}
        </Fragment>
      ))}
      <Field
        id="replyTo"
        type="email"
        autoComplete="off"
        label={t("fields.replyTo")}
        hint={ownEmail ? t("hints.replyTo", { email: ownEmail }) : undefined}
        value={draft.replyTo}
        maxLength={254}
        disabled={!mayAct}
        error={faults.replyTo ? t("replyToWrong") : undefined}
        onChange={(event) => onChange({ replyTo: event.currentTarget.value })}
      />
    </div>
  );
}

/** Inserts a placeholder at the cursor of a field and moves the cursor behind it, if the length allows it. */
function insert(
  place: RefObject<HTMLDivElement | null>,
  field: TemplateField,
  placeholder: Placeholder,
  onChange: (changes: Partial<Draft>) => void,
): void {
  const input = place.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${field}`);
  if (!input) return;
  const { value } = input;
  const from = input.selectionStart ?? value.length;
  const text = `${value.slice(0, from)}{${placeholder}}${value.slice(input.selectionEnd ?? from)}`;
  if (text.length <= FIELD_LENGTHS[field]) {
    flushSync(() => onChange({ [field]: text }));
    const at = from + placeholder.length + 2;
    input.setSelectionRange(at, at);
  }
  input.focus();
}

function Words({
  field,
  language,
  value,
  fault,
  disabled,
  onFocus,
  onChange,
}: {
  field: TemplateField;
  language: string;
  value: string;
  fault?: FieldFault;
  disabled: boolean;
  onFocus: () => void;
  onChange: (value: string) => void;
}) {
  const t = useTranslations("emails");
  const max = FIELD_LENGTHS[field];
  const shared = {
    id: field,
    label: t(`fields.${field}`),
    hint: field === "shortInfo" ? t("hints.shortInfo") : undefined,
    value,
    maxLength: max,
    disabled,
    required: REQUIRED_FIELDS.includes(field),
    // The payer reads this text, in the language of the mail.
    lang: language,
    error: fault && (fault.kind === "missing" ? t("missing") : t("unknown", { placeholder: fault.placeholder })),
    // Shown only near the limit.
    aside:
      value.length > max * 0.8 ? (
        <span className="text-sm text-muted tabular-nums">{t("count", { length: value.length, max })}</span>
      ) : undefined,
    onFocus,
  };
  return MULTILINE_FIELDS.includes(field) ? (
    <TextArea {...shared} rows={ROWS[field]} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <Field {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
