"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayChange } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import { writeNoteAction } from "@/lib/collections/returns/actions";
import { NOTE_LENGTH } from "@/lib/collections/types";

/** Adds a note to an invoice, e.g. what was agreed on the telephone. */
export function NoteForm({ invoiceId, context }: { invoiceId: string; context: string }) {
  const t = useTranslations("returns.note");
  const { busy, refusal, clear, run } = useAction<void>();
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const mayChange = useMayChange();
  if (!mayChange) return null;
  if (!isOpen)
    return (
      <Button size="small" tone="quiet" onClick={() => setIsOpen(true)}>
        {t("open")}
        <span className="sr-only"> {context}</span>
      </Button>
    );

  function close(): void {
    clear();
    setIsOpen(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsEmpty(!text.trim());
    if (!text.trim()) {
      event.currentTarget.querySelector("textarea")?.focus();
      return;
    }
    run(
      () => writeNoteAction({ invoiceId, text }),
      () => {
        setText("");
        setIsOpen(false);
        say(t("done"));
        router.refresh();
      },
    );
  }

  return (
    <form
      method="post"
      onSubmit={submit}
      noValidate
      className="order-last w-full rounded-card border p-4"
      aria-label={`${t("open")} ${context}`}
    >
      <TextArea
        id={`note-${invoiceId}`}
        label={t("label")}
        hint={t("hint")}
        value={text}
        maxLength={NOTE_LENGTH}
        rows={3}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        error={isEmpty && !text.trim() ? t("empty") : undefined}
        aside={
          <span className="text-sm text-muted tabular-nums">
            {t("count", { length: text.length, max: NOTE_LENGTH })}
          </span>
        }
      />
      <FormEnd
        refusal={refusal}
        busy={busy}
        submit={t("save")}
        close={{ label: t("close"), onClose: close }}
        size="small"
      />
    </form>
  );
}
