import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { confirmExternalSchedulesAction } from "@/lib/connections/actions";
import type { ConnectionView } from "@/lib/connections/loaders";
import { formatMoney } from "@/lib/core/money/money";
import { done, show } from "@/test/screen";
import { ExternalSchedulesNotice } from "./engines-notice";

const viewed = (isConfirmed: boolean): ConnectionView => ({
  ...{ type: "GOCARDLESS", status: "connected", accountName: "Werkstatt", accountEmail: "" },
  engines: { subscriptions: { count: 2, cents: 4_900 }, instalments: { count: 0, cents: 0 }, isConfirmed },
});

test("an owner confirms other schedules in the GoCardless account after a question, and then the notice is quiet", async () => {
  vi.mocked(confirmExternalSchedulesAction).mockResolvedValue(done(undefined));
  const { t, user, rerender } = show(<ExternalSchedulesNotice connection={viewed(false)} />);
  const figures = { count: 2, amount: formatMoney(4_900, "en") };
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    t("connections.engines.subscriptions", figures),
  ]);
  expect(screen.getByText(t("connections.engines.waits"))).toBeDefined();
  await user.click(screen.getByRole("button", { name: t("connections.engines.confirm") }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(confirmExternalSchedulesAction).not.toHaveBeenCalled();
  await user.click(question.getByRole("button", { name: t("connections.engines.confirm") }));
  expect(confirmExternalSchedulesAction).toHaveBeenCalledTimes(1);
  rerender(<ExternalSchedulesNotice connection={viewed(true)} />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(t("connections.engines.confirmed"))).toBeDefined();
});

test("nobody but an owner may confirm them", () => {
  show(
    <MayChangeProvider isOwner={false}>
      <ExternalSchedulesNotice connection={viewed(false)} />
    </MayChangeProvider>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});
