import { Button } from "@/components/ui/button";
import { RefusalText } from "./refusal-text";
import type { Refusal } from "./use-action";

interface FormEndProps {
  refusal?: Refusal;
  busy: boolean;
  /** What the button that sends the form says; none for who may not change anything. */
  submit?: string;
  /** For a form that was opened and goes away again. */
  close?: { label: string; onClose: () => void };
  size?: "small";
}

/** How a form ends: what was refused, the button that sends it, and the one that closes it. */
export function FormEnd({ refusal, busy, submit, close, size }: FormEndProps) {
  return (
    <>
      <RefusalText refusal={refusal} />
      {submit ? (
        <div className={close ? "mt-4 flex flex-wrap gap-2" : undefined}>
          <Button type="submit" tone="primary" size={size} busy={busy}>
            {submit}
          </Button>
          {close ? (
            <Button size={size} disabled={busy} onClick={close.onClose}>
              {close.label}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
