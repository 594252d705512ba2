import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";

/** 16 px on phones, because iOS zooms into smaller fields. */
export const inputClass =
  "w-full min-h-11 rounded-control border border-edge bg-surface px-3 text-[1rem] text-ink placeholder:text-muted sm:text-base aria-invalid:border-bad disabled:opacity-60";

interface LabelledProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  aside?: ReactNode;
}

/** Returns the ids of hint and error for `aria-describedby`, so that screen readers read these with the input. */
export function describedBy({ id, hint, error }: Pick<LabelledProps, "id" | "hint" | "error">): string | undefined {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
}

/** A label above, hint and error below an input of any kind. */
export function Labelled({
  id,
  label,
  hint,
  error,
  aside,
  className,
  children,
}: LabelledProps & { className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

export type FieldProps = ComponentProps<"input"> & LabelledProps;

/** A labelled input; screen readers read its error with it. */
export function Field({ id, label, hint, error, aside, className, ...input }: FieldProps) {
  return (
    <Labelled {...{ id, label, hint, error, aside, className }}>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ id, hint, error })}
        className={inputClass}
      />
    </Labelled>
  );
}

export function FieldError({ id, text, className }: { id: string; text?: string; className?: string }) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className={cx("mt-1.5 text-sm font-medium text-bad", className)}>
      {text}
    </p>
  );
}
