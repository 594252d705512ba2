import { Button } from "@/components/ui/button";
import { RefusalText } from "./refusal-text";
import type { Refusal } from "./use-action";

interface FormEndProps {
  refusal?: Refusal;
  busy: boolean;
  /** Label of the submit button; absent for people who may not change anything. */
  submit?: string;
  /** The close button of a form that opens only on request. */
  close?: { label: string; onClose: () => void };
  size?: "small";
}

/** The end of a form: the refusal, the submit button and the close button. */
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
