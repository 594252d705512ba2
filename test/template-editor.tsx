import { act, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { TemplateEditor } from "@/components/emails/template-editor";
import { UpgradeProvider } from "@/components/subscription/upgrade";
import { UnsavedGuard } from "@/components/ui/unsaved-guard";
import type { Locale } from "@/lib/core/locales";
import type { PreviewView, TemplateAddress, TemplateView } from "@/lib/templates/schema";
import { placeholdersOf, type TemplateField } from "@/lib/templates/texts/rules";
import { standardTexts } from "@/lib/templates/texts/standard-rules";
import { show } from "./screen";

export const WITH_INVOICE: TemplateAddress = { tab: "with-invoice", language: "de" };
export const WITHOUT_INVOICE: TemplateAddress = { tab: "without-invoice", language: "de" };

/** Returns a mail template with its standard texts. */
export function viewOf(address: TemplateAddress, changes: Partial<TemplateView> = {}): TemplateView {
  return {
    ...address,
    ...standardTexts(address.tab, address.language),
    isActive: true,
    replyTo: null,
    isDefault: true,
    logo: null,
    placeholders: placeholdersOf(address.tab),
    ...changes,
  };
}

const PREVIEW: PreviewView = { subject: "As saved", replyTo: null, html: "<p>As saved</p>", text: "As saved" };

let customers = 0;

/** Drafts are stored per customer while the window is open, so each test has a customer of its own. */
export function newCustomer(): string {
  customers += 1;
  return `cus_editor_${customers}`;
}

type FieldName = TemplateField | "replyTo";

interface Opened {
  view: TemplateView;
  customerId?: string;
  isPremium?: boolean;
  locale?: Locale;
}

export function openEditor({ view, customerId = newCustomer(), isPremium = true, locale = "en" }: Opened) {
  const editorOf = (shown: TemplateView): ReactNode => (
    <UpgradeProvider mayOrder>
      <MayChangeProvider isPremium={isPremium}>
        <TemplateEditor customerId={customerId} view={shown} preview={PREVIEW} ownEmail="post@lindenhof.example" />
        <UnsavedGuard />
      </MayChangeProvider>
    </UpgradeProvider>
  );
  const shown = show(editorOf(view), locale);
  const { t } = shown;
  const field = (name: FieldName) => screen.getByLabelText<HTMLInputElement>(t(`emails.fields.${name}`));
  return {
    ...shown,
    field,
    /** Replaces the page by that of another of the four mails. */
    turnTo: (other: TemplateView) => act(async () => shown.rerender(editorOf(other))),
    /** Pastes the whole text at once: each typed letter would request a preview. */
    fill: async (name: FieldName, text: string) => {
      await shown.user.clear(field(name));
      await shown.user.paste(text);
    },
    save: () => shown.user.click(screen.getByRole("button", { name: t("emails.save") })),
  };
}

/** Replaces the server's previews: each shows the subject and the text that were sent. */
export function stubPreviews() {
  const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();
  fetched.mockImplementation(async (_url, { body }) => {
    const { subject, body: text, replyTo } = JSON.parse(body) as TemplateView;
    return Response.json({ subject, replyTo, html: text, text } satisfies PreviewView);
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

/** Returns the preview's subject, as the recipient's mail program would list it. */
export function shownSubject(): string {
  return screen.getAllByRole("definition")[0]?.textContent ?? "";
}
