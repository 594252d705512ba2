import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { UnsavedGuard } from "@/components/ui/unsaved-guard";
import { saveTemplateAction } from "@/lib/templates/actions";
import type { TemplateView } from "@/lib/templates/schema";
import { done, show } from "@/test/screen";
import {
  newCustomer,
  openEditor,
  shownSubject,
  stubPreviews,
  viewOf,
  WITH_INVOICE,
  WITHOUT_INVOICE,
} from "@/test/template-editor";

const ENGLISH = { ...WITH_INVOICE, language: "en" } as const;

/** Returns true if the browser would ask the person before it closes the window. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test("a draft survives a look at the mail in the other language and at the other mail", async () => {
  stubPreviews();
  const { t, field, fill, turnTo } = openEditor({ view: viewOf(WITH_INVOICE, { headline: "" }) });
  await fill("headline", "Moin");
  await turnTo(viewOf(ENGLISH));
  expect(field("headline").value).toBe("{companyName}");
  expect(screen.queryByText(t("emails.unsaved"))).toBeNull();
  await fill("headline", "Hello");
  await turnTo(viewOf(WITHOUT_INVOICE));
  expect(field("headline").value).toBe("{companyName}");
  await turnTo(viewOf(WITH_INVOICE, { headline: "" }));
  expect(field("headline").value).toBe("Moin");
  expect(screen.getByText(t("emails.unsaved"))).toBeTruthy();
  await turnTo(viewOf(ENGLISH));
  expect(field("headline").value).toBe("Hello");
});

test("a draft survives a visit to another page, with its preview, and stays invisible to other suppliers", async () => {
  const previews = stubPreviews();
  const customerId = newCustomer();
  const first = openEditor({ view: viewOf(WITH_INVOICE, { subject: "" }), customerId });
  await first.fill("subject", "Probe");
  first.unmount();
  const stranger = openEditor({ view: viewOf(WITH_INVOICE, { subject: "" }) });
  expect(stranger.field("subject").value).toBe("");
  stranger.unmount();
  const again = openEditor({ view: viewOf(WITH_INVOICE, { subject: "" }), customerId });
  expect(again.field("subject").value).toBe("Probe");
  expect(screen.getByText(again.t("emails.unsaved"))).toBeTruthy();
  await waitFor(() => expect(shownSubject()).toBe("Probe"));
  expect(previews.mock.lastCall?.[0]).toBe(`/api/v1/customers/${customerId}/email-templates/with-invoice/de/preview`);
});

test("a draft is dropped once it is saved or equals the saved text again", async () => {
  stubPreviews();
  const customerId = newCustomer();
  const view = viewOf(WITH_INVOICE, { headline: "Moin" });
  const first = openEditor({ view, customerId });
  await first.user.type(first.field("headline"), "!");
  await first.user.type(first.field("headline"), "{Backspace}");
  first.unmount();
  const second = openEditor({ view: { ...view, headline: "Again" }, customerId });
  expect(second.field("headline").value).toBe("Again");
  await second.user.type(second.field("headline"), "!");
  vi.mocked(saveTemplateAction).mockResolvedValue(done<TemplateView>({ ...view, headline: "Again!" }));
  await second.save();
  second.unmount();
  const third = openEditor({ view: { ...view, headline: "Again?" }, customerId });
  expect(third.field("headline").value).toBe("Again?");
});

test("the browser asks before it closes a window with unsaved texts, and only then", async () => {
  stubPreviews();
  const { user, field, fill, turnTo } = openEditor({ view: viewOf(WITH_INVOICE, { headline: "" }) });
  expect(asksBeforeLeaving()).toBe(false);
  await fill("headline", "Moin");
  expect(asksBeforeLeaving()).toBe(true);
  await turnTo(viewOf(ENGLISH));
  expect(asksBeforeLeaving()).toBe(true);
  await turnTo(viewOf(WITH_INVOICE, { headline: "" }));
  await user.clear(field("headline"));
  expect(asksBeforeLeaving()).toBe(false);
});

test("the browser also asks on another page, when unsaved texts remain in the editor", async () => {
  stubPreviews();
  const { fill, unmount } = openEditor({ view: viewOf(WITH_INVOICE, { headline: "" }) });
  await fill("headline", "Moin");
  unmount();
  show(<UnsavedGuard />);
  expect(asksBeforeLeaving()).toBe(true);
});
