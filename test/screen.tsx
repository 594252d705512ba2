import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { sayBy } from "@/components/ui/toast";
import { textsIn } from "@/e2e/support/texts";
import type { Locale } from "@/lib/core/locales";
import type { ActionResult } from "@/lib/core/web/action-result";
import type { ErrorCode, FieldError } from "@/lib/core/web/errors";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/** Renders a component with the product's texts in `locale`. */
export function show(component: ReactNode, locale: Locale = "en") {
  const inLanguage = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider
      locale={locale}
      messages={locale === "de" ? (de as typeof en) : en}
      timeZone="Europe/Berlin"
    >
      {children}
    </NextIntlClientProvider>
  );
  return { ...render(component, { wrapper: inLanguage }), user: userEvent.setup(), t: textsIn(locale) };
}

/** Matches a name by its beginning: without a style sheet, the parts of a label are joined without a space. */
export function startingWith(text: string): (name: string) => boolean {
  return (name) => name.startsWith(text);
}

/** Returns an element's text as a reader sees it: any white space counts as one space. */
export function readText(element: Element): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Returns the answer of a server action that succeeded. */
export function done<T>(data: T): ActionResult<T> {
  return { ok: true, data };
}

/** Returns the answer of a server action that refused. */
export function refused(code: ErrorCode, fields: FieldError[] = []): ActionResult<never> {
  return { ok: false, error: { code, fields, requestId: "req-4711" } };
}

/** Replaces navigation to another site or a new page, which tests do not have. */
export function stubWayOut() {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal("location", { ...window.location, assign });
  return assign;
}

/** Returns an answer that arrives when the test gives it. */
export function answerLater<T>() {
  let give: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

/** Records the toasts of the page from now on. Toasts of earlier tests that were not shown are dropped. */
export function hear() {
  sayBy(() => undefined);
  const said = vi.fn<(text: string) => void>();
  sayBy(said);
  return said;
}
