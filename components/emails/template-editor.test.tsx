import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { resetTemplateAction, saveTemplateAction, sendTestMailAction } from "@/lib/templates/actions";
import { PLACEHOLDER_GROUPS, placeholdersOf } from "@/lib/templates/texts/rules";
import { done, hear, refused } from "@/test/screen";
import { openEditor, stubPreviews, viewOf, WITH_INVOICE, WITHOUT_INVOICE } from "@/test/template-editor";

describe.each(["en", "de"] as const)("the editor of a mail in %s", (locale) => {
  test("inserts a placeholder at the cursor of the last used field", async () => {
    stubPreviews();
    const { t, user, field } = openEditor({ view: viewOf(WITH_INVOICE, { headline: "Moin, und Grüße" }), locale });
    const headline = field("headline");
    await user.click(headline);
    headline.setSelectionRange(6, 6);
    expect(screen.getByText(t("emails.placeholdersInto", { field: t("emails.fields.headline") }))).toBeTruthy();
    const customer = within(screen.getByRole("group", { name: t("emails.groups.customer") }));
    await user.click(customer.getByRole("button", { name: t("emails.names.customerName") }));
    expect(headline.value).toBe("Moin, {customerName}und Grüße");
    expect(document.activeElement).toBe(headline);
    expect([headline.selectionStart, headline.selectionEnd]).toEqual([20, 20]);
    await user.keyboard(" ");
    expect(headline.value).toBe("Moin, {customerName} und Grüße");
  });

  test("offers every placeholder with a name, and none about an invoice in the mail without one", async () => {
    const { t, turnTo } = openEditor({ view: viewOf(WITH_INVOICE), locale });
    const offered = (group: keyof typeof PLACEHOLDER_GROUPS) =>
      within(screen.getByRole("group", { name: t(`emails.groups.${group}`) }))
        .getAllByRole("button")
        .map((button) => [button.title, button.textContent]);
    for (const group of ["customer", "invoice", "company"] as const)
      expect(offered(group)).toEqual(PLACEHOLDER_GROUPS[group].map((name) => [`{${name}}`, t(`emails.names.${name}`)]));
    await turnTo(viewOf(WITHOUT_INVOICE));
    expect(screen.queryByRole("group", { name: t("emails.groups.invoice") })).toBeNull();
    expect(offered("company")).toHaveLength(PLACEHOLDER_GROUPS.company.length);
  });

  test("shows an unknown placeholder at its field while it is typed, and sends no request with it", async () => {
    const previews = stubPreviews();
    const { t, field, fill, save } = openEditor({ view: viewOf(WITHOUT_INVOICE), locale });
    const body = field("body");
    await fill("body", "Zu {invoiceNo}");
    const told = screen.getByRole("alert");
    expect(told.textContent).toBe(t("emails.unknown", { placeholder: "{invoiceNo}" }));
    expect(body.getAttribute("aria-describedby")).toContain(told.id);
    expect(screen.getByText(t("emails.preview.stale"))).toBeTruthy();
    await save();
    expect(document.activeElement).toBe(body);
    expect(saveTemplateAction).not.toHaveBeenCalled();
    expect(previews.mock.calls.map(([, { body: sent }]) => sent).join()).not.toContain("{invoiceNo}");
  });

  test("reports an empty field only on saving or testing, and moves the cursor there", async () => {
    stubPreviews();
    const { t, user, field } = openEditor({ view: viewOf(WITH_INVOICE), locale });
    await user.clear(field("subject"));
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("button", { name: t("emails.test") }));
    expect(screen.getByRole("alert").textContent).toBe(t("emails.missing"));
    expect(document.activeElement).toBe(field("subject"));
    expect(sendTestMailAction).not.toHaveBeenCalled();
  });

  test("saves the typed texts, and says that the next mails use them", async () => {
    stubPreviews();
    const said = hear();
    const { t, fill, save } = openEditor({ view: viewOf(WITH_INVOICE), locale });
    await fill("headline", "Moin");
    await fill("replyTo", " buero@lindenhof.example");
    expect(screen.getByText(t("emails.unsaved"))).toBeTruthy();
    const saved = viewOf(WITH_INVOICE, { headline: "Moin", replyTo: "buero@lindenhof.example", isDefault: false });
    vi.mocked(saveTemplateAction).mockResolvedValue(done(saved));
    await save();
    const { subject, subtitle, body, shortInfo } = saved;
    expect(saveTemplateAction).toHaveBeenCalledExactlyOnceWith({
      address: WITH_INVOICE,
      input: {
        ...{ isActive: true, subject, headline: "Moin", subtitle, body, shortInfo },
        replyTo: "buero@lindenhof.example",
      },
    });
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.saved"));
    expect(screen.queryByText(t("emails.unsaved"))).toBeNull();
    expect(screen.getByText(t("emails.state.own.label"))).toBeTruthy();
  });

  test("refuses an invalid reply address, and more than one", async () => {
    stubPreviews();
    const { t, user, field, fill, save } = openEditor({ view: viewOf(WITH_INVOICE), locale });
    for (const wrong of ["buero@", "buero@lindenhof.example, chef@lindenhof.example"]) {
      await fill("replyTo", wrong);
      await save();
      expect(screen.getByRole("alert").textContent, wrong).toBe(t("emails.replyToWrong"));
      expect(document.activeElement).toBe(field("replyTo"));
    }
    await user.clear(field("replyTo"));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(saveTemplateAction).not.toHaveBeenCalled();
  });

  test("asks before it resets a mail to the standard text", async () => {
    stubPreviews();
    const said = hear();
    const own = viewOf(WITH_INVOICE, { headline: "Moin", isDefault: false });
    const { t, user, field } = openEditor({ view: own, locale });
    await user.click(screen.getByRole("button", { name: t("emails.reset") }));
    const question = await screen.findByRole("alertdialog", { name: t("emails.resetTitle") });
    expect(question.textContent).toContain(t("emails.resetBody"));
    await user.click(within(question).getByRole("button", { name: t("emails.resetKeep") }));
    expect(resetTemplateAction).not.toHaveBeenCalled();
    vi.mocked(resetTemplateAction).mockResolvedValue(done(viewOf(WITH_INVOICE)));
    await user.click(screen.getByRole("button", { name: t("emails.reset") }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: t("emails.reset") }));
    expect(resetTemplateAction).toHaveBeenCalledExactlyOnceWith({ address: WITH_INVOICE });
    expect(field("headline").value).toBe("{companyName}");
    expect(screen.getByText(t("emails.state.default.label"))).toBeTruthy();
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.resetDone"));
    expect(screen.queryByRole("button", { name: t("emails.reset") })).toBeNull();
  });
});

describe("the editor of a mail", () => {
  test("inserts all placeholders into the text, one after the other", async () => {
    stubPreviews();
    const { user, field } = openEditor({ view: viewOf(WITH_INVOICE, { body: "" }) });
    for (const name of placeholdersOf("with-invoice")) await user.click(screen.getByTitle(`{${name}}`));
    expect(field("body").value).toBe(
      placeholdersOf("with-invoice")
        .map((name) => `{${name}}`)
        .join(""),
    );
  });

  test("replaces the selected text by a placeholder, and inserts none that would exceed the length", async () => {
    stubPreviews();
    const full = "x".repeat(150);
    const { user, field } = openEditor({ view: viewOf(WITH_INVOICE, { subject: full, headline: "Moin Welt" }) });
    await user.click(field("headline"));
    field("headline").setSelectionRange(5, 9);
    await user.click(screen.getByTitle("{companyName}"));
    expect(field("headline").value).toBe("Moin {companyName}");
    await user.click(field("subject"));
    await user.click(screen.getByTitle("{companyName}"));
    expect(field("subject").value).toBe(full);
  });

  test("says that the standard text is sent when a mail is saved as inactive", async () => {
    stubPreviews();
    const said = hear();
    const { t, user, save } = openEditor({ view: viewOf(WITH_INVOICE) });
    await user.click(screen.getByRole("checkbox", { name: t("emails.isActive") }));
    vi.mocked(saveTemplateAction).mockResolvedValue(done(viewOf(WITH_INVOICE, { isActive: false, isDefault: false })));
    await save();
    expect(vi.mocked(saveTemplateAction).mock.calls[0]?.[0]).toMatchObject({
      input: { isActive: false, replyTo: null },
    });
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.savedOff"));
    expect(screen.getByText(t("emails.state.off.label"))).toBeTruthy();
  });

  test("sends a test mail of the draft, and names its recipient", async () => {
    stubPreviews();
    const said = hear();
    vi.mocked(sendTestMailAction).mockResolvedValue(done({ recipient: "ina@lindenhof.example" }));
    const { t, user, fill } = openEditor({ view: viewOf(WITH_INVOICE, { subject: "" }) });
    await fill("subject", "Probe");
    await user.click(screen.getByRole("button", { name: t("emails.test") }));
    expect(vi.mocked(sendTestMailAction).mock.calls[0]?.[0]).toMatchObject({
      address: WITH_INVOICE,
      input: { subject: "Probe" },
    });
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.testSent", { email: "ina@lindenhof.example" }));
    expect(saveTemplateAction).not.toHaveBeenCalled();
  });

  test("keeps the draft when the server refuses it, and says why", async () => {
    stubPreviews();
    vi.mocked(saveTemplateAction).mockResolvedValue(refused("internal"));
    const { t, field, fill, save } = openEditor({ view: viewOf(WITH_INVOICE, { headline: "" }) });
    await fill("headline", "Moin");
    await save();
    expect(screen.getByRole("alert").textContent).toContain(t("errors.internal"));
    expect(field("headline").value).toBe("Moin");
    expect(screen.getByText(t("emails.unsaved"))).toBeTruthy();
  });

  test("offers Premium to a supplier without it, instead of sending the texts", async () => {
    stubPreviews();
    const { t, user, save } = openEditor({ view: viewOf(WITH_INVOICE, { isDefault: false }), isPremium: false });
    expect(screen.getByText(t("emails.state.rests.label"))).toBeTruthy();
    await save();
    const dialog = await screen.findByRole("alertdialog", { name: t("client.upgrade.title") });
    await user.click(within(dialog).getByRole("button", { name: t("client.upgrade.later") }));
    await user.click(screen.getByRole("button", { name: t("emails.test") }));
    expect(await screen.findByRole("alertdialog", { name: t("client.upgrade.title") })).toBeTruthy();
    expect(saveTemplateAction).not.toHaveBeenCalled();
    expect(sendTestMailAction).not.toHaveBeenCalled();
  });

  test("shows the number of characters only near the limit", async () => {
    stubPreviews();
    const { t, user, field } = openEditor({ view: viewOf(WITH_INVOICE, { headline: "x".repeat(96) }) });
    expect(screen.queryByText(t("emails.count", { length: 96, max: 120 }))).toBeNull();
    await user.type(field("headline"), "y");
    expect(screen.getByText(t("emails.count", { length: 97, max: 120 }))).toBeTruthy();
  });
});
