import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { undoAction } from "@/lib/subscriptions/actions";
import { flowOf, openFlow } from "@/test/cancel-flow";
import { done, refused, stubWayOut } from "@/test/screen";

test("the cancel flow asks no question after a cancellation, and offers to undo it", async () => {
  vi.mocked(undoAction).mockResolvedValue(done(undefined));
  const assign = stubWayOut();
  const { t, user } = openFlow(flowOf({ endsAt: "2026-12-14T23:30:00.000Z" }));
  expect(screen.getByText(t("cancel.already.title", { day: "15 Dec 2026" }))).toBeTruthy();
  expect(screen.queryAllByRole("radio")).toEqual([]);
  await user.click(screen.getByRole("button", { name: t("cancel.already.undo") }));
  expect(undoAction).toHaveBeenCalledExactlyOnceWith({ what: "cancel" });
  expect(assign).toHaveBeenCalledExactlyOnceWith("/app/subscription");
});

test("when the cancellation cannot be undone, the page stays as it is and says why", async () => {
  vi.mocked(undoAction).mockResolvedValue(refused("provider_unavailable"));
  const assign = stubWayOut();
  const { t, user } = openFlow(flowOf({ endsAt: "2026-12-14T23:30:00.000Z" }), "de");
  await user.click(screen.getByRole("button", { name: t("cancel.already.undo") }));
  expect(screen.getByRole("alert").textContent).toContain(t("errors.provider_unavailable"));
  expect(assign).not.toHaveBeenCalled();
});
