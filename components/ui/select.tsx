import type { ComponentProps } from "react";
import { FieldError, inputClass } from "./field";

export interface SelectProps extends ComponentProps<"select"> {
  id: string;
  label: string;
  options: { value: string; label: string }[];
  error?: string;
}

/** A labelled choice from a list. It is the browser's own control, because that works best on a phone. */
export function Select({ id, label, options, error, className, ...select }: SelectProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={inputClass}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
