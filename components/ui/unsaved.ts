import { type FormEvent, useEffect, useId, useRef } from "react";

/** The forms of this window that were edited and not saved. */
const edited = new Set<string>();

/** Drafts that a page keeps while this window is open, so that a later visit finds them. */
const kept = new Set<string>();

/** True if edits are lost when somebody leaves this page. */
export function hasUnsaved(): boolean {
  return edited.size > 0;
}

/** True if edits or drafts are lost when somebody closes the window or signs out. */
export function hasUnsavedInWindow(): boolean {
  return edited.size + kept.size > 0;
}

/** Notes that a page keeps a draft, or no longer keeps it. */
export function keepInWindow(id: string, isKept: boolean): void {
  if (isKept) kept.add(id);
  else kept.delete(id);
}

/** Whoever leaves now has been asked, or is led away because nothing can be saved here. */
export function forgetUnsaved(): void {
  edited.clear();
  kept.clear();
}

type Way = () => void;
let ask: ((way: Way) => void) | undefined;

/** Leaves the window by `way`, after the question where there is something to ask about. */
export function leaveBy(way: Way): void {
  if (ask && hasUnsavedInWindow()) ask(way);
  else way();
}

/** From now on the question is asked by `next`. */
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

/** From now on what stands in the form is what is saved. */
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
 * For a form that has to be saved: as long as it differs from what is saved, leaving the page is asked about
 * (`UnsavedGuard`). `watch` belongs on the form; `saved` is called when its content is stored.
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

/** The same for a form that knows itself whether it was edited. */
export function useUnsavedWhile(isEdited: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isEdited) return;
    edited.add(id);
    return () => void edited.delete(id);
  }, [id, isEdited]);
}
