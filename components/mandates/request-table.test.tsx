import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { deleteMandateRequestAction, resendMandateRequestAction } from "@/lib/mandates/actions";
import type { RequestRow } from "@/lib/mandates/loaders";
import { done, show } from "@/test/screen";
import { RequestTable } from "./request-table";

const ROW: RequestRow = {
  ...{ id: "mrq_1", contactId: "ctc_1", contactName: "Café Ähre", email: "kasse@aehre.example", state: "sent" },
  ...{ isOpen: true, isNeeded: true, createdAt: "2026-11-20T08:00:00.000Z", reminderCount: 0 },
  link: "https://einzug.example/m/abc",
};
const button = (name: string) => screen.queryByRole("button", { name: new RegExp(`^${name}`) });

test("an open request is sent again at once, and deleted only after a question that names the payer", async () => {
  vi.mocked(resendMandateRequestAction).mockResolvedValue(done(undefined));
  vi.mocked(deleteMandateRequestAction).mockResolvedValue(done(undefined));
  const { t, user } = show(<RequestTable rows={[ROW]} />);
  await user.click(button(t("mandates.resend")) as HTMLElement);
  expect(resendMandateRequestAction).toHaveBeenCalledWith({ requestId: "mrq_1" });
  await user.click(button(t("mandates.delete")) as HTMLElement);
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(t("mandates.deleteBody", { name: "Café Ähre" }))).toBeDefined();
  expect(deleteMandateRequestAction).not.toHaveBeenCalled();
  await user.click(question.getByRole("button", { name: t("mandates.deleteConfirm") }));
  expect(deleteMandateRequestAction).toHaveBeenCalledWith({ requestId: "mrq_1" });
});

test("while the contract is locked a request can be deleted, but not sent again; a closed one offers nothing", () => {
  const { t, rerender } = show(
    <MayChangeProvider isLocked>
      <RequestTable rows={[ROW]} />
    </MayChangeProvider>,
  );
  expect(button(t("mandates.resend"))).toBeNull();
  expect(button(t("mandates.delete"))).not.toBeNull();
  rerender(<RequestTable rows={[{ ...ROW, state: "signed", isOpen: false }]} />);
  expect(screen.queryAllByRole("button")).toEqual([]);
});
