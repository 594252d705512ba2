import type { ComponentProps, ReactNode } from "react";

/** A checkbox with its label; the whole line can be clicked. */
export function Checkbox({
  id,
  label,
  error,
  ...input
}: Omit<ComponentProps<"input">, "type"> & { id: string; label: ReactNode; error?: string }) {
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-3 size-5 shrink-0 rounded-[4px] border border-edge accent-action sm:mt-2 sm:size-4.5"
        />
        <label htmlFor={id} className="py-2.5 text-sm sm:py-1.5">
          {label}
        </label>
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </div>
  );
}
