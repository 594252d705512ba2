import { looksLikeEmail } from "@/lib/accounts/registration/rules";
import type { PreviewView, TemplateAddress, TemplateInput, TemplateView } from "@/lib/templates/schema";
import { type FieldFault, TEMPLATE_FIELDS, type TemplateField, templateFaults } from "@/lib/templates/texts/rules";

/** The state of the form: the saved template, but with an empty text for no reply address. */
export type Draft = Record<TemplateField, string> & { isActive: boolean; replyTo: string };

export type DraftFaults = Partial<Record<TemplateField, FieldFault>> & { replyTo?: true };

/** One of the four mails in the editor: the saved template, the draft and its preview. */
export interface Sheet {
  view: TemplateView;
  draft: Draft;
  preview: PreviewView;
  /** True if the last request for a preview failed, so the preview shows an earlier draft. */
  isBehind?: boolean;
}

export function sheetOf(view: TemplateView, preview: PreviewView): Sheet {
  return { view, preview, draft: draftOf(view) };
}

export function draftOf(view: TemplateView): Draft {
  const texts = Object.fromEntries(TEMPLATE_FIELDS.map((field) => [field, view[field]])) as Record<
    TemplateField,
    string
  >;
  return { ...texts, isActive: view.isActive, replyTo: view.replyTo ?? "" };
}

export function inputOf(draft: Draft): TemplateInput {
  return { ...draft, replyTo: draft.replyTo.trim() || null };
}

export function isChanged({ draft, view }: Sheet): boolean {
  const saved = draftOf(view);
  return (Object.keys(saved) as (keyof Draft)[]).some((name) => saved[name] !== draft[name]);
}

/** Returns the faults that a browser can find; the server checks again. */
export function draftFaults(draft: Draft, tab: TemplateAddress["tab"]): DraftFaults {
  const replyTo = draft.replyTo.trim();
  const isWrong = replyTo !== "" && !looksLikeEmail(replyTo);
  return { ...templateFaults(draft, tab), ...(isWrong ? { replyTo: true } : {}) };
}

/**
 * Returns the faults to show while somebody still types: unknown placeholders only. An empty field is no surprise to
 * them.
 */
export function typedFaults({ replyTo: _replyTo, ...faults }: DraftFaults): DraftFaults {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault?.kind === "unknown"));
}
