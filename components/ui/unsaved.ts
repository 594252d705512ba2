import { type FormEvent, useEffect, useId, useRef } from "react";

/** The forms of this window with unsaved edits. */
const edited = new Set<string>();

/** Drafts that a page keeps while this window is open, so that a later visit finds them. */
const kept = new Set<string>();

/** True if leaving this page loses edits. */
export function hasUnsaved(): boolean {
  return edited.size > 0;
}

/** True if closing the window or signing out loses edits or drafts. */
export function hasUnsavedInWindow(): boolean {
  return edited.size + kept.size > 0;
}

/** Records that a page keeps a draft, or no longer keeps it. */
export function keepInWindow(id: string, isKept: boolean): void {
  if (isKept) kept.add(id);
  else kept.delete(id);
}

/** Discards all records: the person has agreed to leave, or must leave because nothing can be saved here. */
export function forgetUnsaved(): void {
  edited.clear();
  kept.clear();
}

type Way = () => void;
let ask: ((way: Way) => void) | undefined;

/** Leaves the window by `way`, after a question if edits or drafts would be lost. */
export function leaveBy(way: Way): void {
  if (ask && hasUnsavedInWindow()) ask(way);
  else way();
}

/** Sets the function that asks the question; undefined removes it. */
export function askBy(next: typeof ask): void {
  ask = next;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
  return isBox ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement,
  );
}

/** Makes the present content of the form its saved state. */
function keepAsSaved(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) {
    if (control instanceof HTMLSelectElement)
      for (const option of control.options) option.defaultSelected = option.selected;
    else {
      control.defaultValue = control.value;
      if (control instanceof HTMLInputElement) control.defaultChecked = control.checked;
    }
  }
}

/**
 * For a form with a save button: while it differs from its saved state, `UnsavedGuard` asks before the page is left.
 * Put `watch` on the form, and call `saved` when its content is stored.
 */
export function useUnsaved(): { watch: { onInput: (event: FormEvent<HTMLFormElement>) => void }; saved: () => void } {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => () => void edited.delete(id), [id]);
  return {
    watch: {
      onInput: ({ currentTarget }) => {
        form.current = currentTarget;
        if (controlsOf(currentTarget).some(isChanged)) edited.add(id);
        else edited.delete(id);
      },
    },
    saved: () => {
      edited.delete(id);
      if (form.current) keepAsSaved(form.current);
    },
  };
}

/** The same as `useUnsaved`, for a form that tracks its own edits. */
export function useUnsavedWhile(isEdited: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isEdited) return;
    edited.add(id);
    return () => void edited.delete(id);
  }, [id, isEdited]);
}
