"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import type { ActionResult } from "@/lib/core/web/action-result";
import { FormEnd } from "./form-end";
import { useAction } from "./use-action";

/** A form of checkboxes. Like every form of settings it is saved by its button, all boxes together. */
export function TickForm<K extends string>({
  boxes,
  stored,
  save,
  texts,
}: {
  boxes: { key: K; label: ReactNode }[];
  stored: Record<K, boolean>;
  save: (ticks: Record<K, boolean>) => Promise<ActionResult<void>>;
  texts: { save: string; saved: string };
}) {
  const id = useId();
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const ticks = Object.fromEntries(boxes.map(({ key }) => [key, data.get(key) === "on"])) as Record<K, boolean>;
    run(
      () => save(ticks),
      () => {
        unsaved.saved();
        say(texts.saved);
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} className="space-y-3">
      {boxes.map(({ key, label }) => (
        <Checkbox key={key} id={`${id}${key}`} name={key} label={label} defaultChecked={stored[key]} />
      ))}
      <FormEnd refusal={refusal} busy={busy} submit={texts.save} />
    </form>
  );
}
