import type { ComponentProps } from "react";
import { describedBy, inputClass, Labelled } from "./field";

export type TextAreaProps = ComponentProps<"textarea"> &
  Omit<ComponentProps<typeof Labelled>, "children" | "className">;

/** A labelled field of several lines that grows with its text; screen readers read its error with it. */
export function TextArea({ id, label, hint, error, aside, ...area }: TextAreaProps) {
  return (
    <Labelled {...{ id, label, hint, error, aside }}>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ id, hint, error })}
        className={`${inputClass} field-sizing-content max-h-96 py-2.5`}
      />
    </Labelled>
  );
}
