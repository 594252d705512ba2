import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { requestMandateAction } from "@/lib/mandates/actions";
import type { ContactRow } from "@/lib/payers/loaders";
import { done, hear, show } from "@/test/screen";
import { ContactActions } from "./contact-actions";

const ROW: ContactRow = {
  ...{ id: "ctc_1", name: "Café Ähre", city: "Leipzig", state: "none", mandateEmail: "kasse@aehre.example" },
  ...{ isExcluded: false, isDeceased: false, isLinkOnly: false, openCount: 1, openCents: 11_900 },
  ...{ emails: ["kasse@aehre.example"], choices: [] },
};
const button = (name: string) => screen.queryByRole("button", { name: new RegExp(`^${name}`) });

test("a contact without a mandate is asked by mail, or gets a link that sends no mail", async () => {
  vi.mocked(requestMandateAction).mockResolvedValue(done({ link: "https://einzug.example/m/abc" }));
  const { t, user } = show(<ContactActions row={ROW} />);
  const said = hear();
  await user.click(button(t("contacts.ask")) as HTMLElement);
  expect(requestMandateAction).toHaveBeenLastCalledWith({ contactId: "ctc_1", byMail: true });
  expect(said).toHaveBeenLastCalledWith(t("contacts.asked", { email: "kasse@aehre.example" }));
  await user.click(button(t("contacts.makeLink")) as HTMLElement);
  expect(requestMandateAction).toHaveBeenLastCalledWith({ contactId: "ctc_1", byMail: false });
});

test("a contact with a link can still be asked by mail, and one who was asked by mail or has died cannot", () => {
  const link = "https://einzug.example/m/abc";
  const { t, rerender } = show(<ContactActions row={{ ...ROW, state: "asked", isLinkOnly: true, link }} />);
  expect(button(t("contacts.ask"))).not.toBeNull();
  expect(button(t("contacts.makeLink"))).toBeNull();
  rerender(<ContactActions row={{ ...ROW, state: "asked", link }} />);
  expect(button(t("contacts.ask"))).toBeNull();
  rerender(<ContactActions row={{ ...ROW, isDeceased: true }} />);
  expect(button(t("contacts.ask"))).toBeNull();
  expect(button(t("contacts.makeLink"))).toBeNull();
});

test("where the browser forbids copying, the link is shown and selected", async () => {
  const link = "https://einzug.example/m/abc";
  const { t, user } = show(<ContactActions row={{ ...ROW, state: "asked", link }} />);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("denied"));
  await user.click(button(t("contacts.copyLink")) as HTMLElement);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect(field.value).toBe(link);
  expect(document.activeElement).toBe(field);
});
