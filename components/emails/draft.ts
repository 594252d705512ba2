import { looksLikeEmail } from "@/lib/accounts/registration-rules";
import { type FieldFault, TEMPLATE_FIELDS, type TemplateField, templateFaults } from "@/lib/templates/rules";
import type { PreviewView, TemplateAddress, TemplateInput, TemplateView } from "@/lib/templates/schema";

/** The form's own state: like what is saved, but an empty reply address is an empty text. */
export type Draft = Record<TemplateField, string> & { isActive: boolean; replyTo: string };

export type DraftFaults = Partial<Record<TemplateField, FieldFault>> & { replyTo?: true };

/** One of the four mails on the screen: what is saved, what is typed, and how that looks. */
export interface Sheet {
  view: TemplateView;
  draft: Draft;
  preview: PreviewView;
  /** The last question for a preview had no answer: what is shown is of earlier words. */
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

/** As far as a browser can tell; the server decides again. */
export function draftFaults(draft: Draft, tab: TemplateAddress["tab"]): DraftFaults {
  const replyTo = draft.replyTo.trim();
  const isWrong = replyTo !== "" && !looksLikeEmail(replyTo);
  return { ...templateFaults(draft, tab), ...(isWrong ? { replyTo: true } : {}) };
}

/** What can be told while somebody still types: that a field is empty is no news to them. */
export function typedFaults({ replyTo: _replyTo, ...faults }: DraftFaults): DraftFaults {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault?.kind === "unknown"));
}
