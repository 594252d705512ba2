import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { sayBy } from "@/components/ui/toast";
import { textsIn } from "@/e2e/support/texts";
import type { ActionResult } from "@/lib/core/action-result";
import type { ErrorCode, FieldError } from "@/lib/core/errors";
import type { Locale } from "@/lib/core/locales";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/** Shows a component with the product's texts, to a person who reads `locale`. */
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

/** For a name that goes on: without a style sheet the parts of a label stand together without a space. */
export function startingWith(text: string): (name: string) => boolean {
  return (name) => name.startsWith(text);
}

/** What a reader makes of an element's text: spaces of any kind count as one. */
export function readText(element: Element): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** What a server action answers when it did its work. */
export function done<T>(data: T): ActionResult<T> {
  return { ok: true, data };
}

/** What a server action answers when it refuses. */
export function refused(code: ErrorCode, fields: FieldError[] = []): ActionResult<never> {
  return { ok: false, error: { code, fields, requestId: "req-4711" } };
}

/** A fake of the way to another site or a whole new page: the tests have none. */
export function stubWayOut() {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal("location", { ...window.location, assign });
  return assign;
}

/** An answer that comes when the test gives it. */
export function answerLater<T>() {
  let give: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

/** What is said briefly at the edge of the page from now on. What earlier tests said and nobody showed is left out. */
export function hear() {
  sayBy(() => undefined);
  const said = vi.fn<(text: string) => void>();
  sayBy(said);
  return said;
}
