import type { ComponentProps, ReactNode } from "react";
import { FieldError, inputClass } from "./field";

export interface TextAreaProps extends ComponentProps<"textarea"> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  aside?: ReactNode;
}

/** A labelled field of several lines that grows with its text; its error stands under it and is read with it. */
export function TextArea({ id, label, hint, error, aside, ...area }: TextAreaProps) {
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={`${inputClass} field-sizing-content max-h-96 py-2.5`}
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
