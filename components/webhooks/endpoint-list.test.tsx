import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { replayAction, rotateSecretAction, sendTestAction, switchEndpointAction } from "@/lib/webhooks/actions";
import { done, show } from "@/test/screen";
import { EndpointList } from "./endpoint-list";

type Endpoint = Parameters<typeof EndpointList>[0]["endpoints"][number];
const AT = new Date("2026-11-30T10:00:00Z");
const endpoint = (over: Partial<Endpoint> = {}) =>
  ({
    ...{ id: "whe_1", url: "https://shop.example/einzug", kinds: ["mandate.changed"], createdAt: AT },
    ...{ disabledAt: null, failingSince: null, oldSecretUntil: null, log: [] },
    ...over,
  }) as Endpoint;
const entry = (over: Partial<Endpoint["log"][number]>) =>
  ({
    ...{ messageId: "msg_1", kind: "mandate.changed", createdAt: AT, attempts: 1 },
    ...{ status: "delivered", lastStatus: 204, lastError: null },
    ...over,
  }) as Endpoint["log"][number];

test("without an endpoint the page says what to do", () => {
  const { t } = show(<EndpointList endpoints={[]} />);
  expect(screen.getByText(t("account.webhooks.none"))).toBeDefined();
});

test("an endpoint shows whether it works, and since when it does not", () => {
  const failing = endpoint({ id: "whe_2", url: "https://two.example", failingSince: AT });
  const off = endpoint({ id: "whe_3", url: "https://three.example", disabledAt: AT, failingSince: AT });
  const { t } = show(<EndpointList endpoints={[endpoint(), failing, off]} />);
  const [one, two, three] = within(screen.getByRole("list", { name: t("account.webhooks.list") }))
    .getAllByRole("listitem")
    .filter((item) => item.textContent?.includes("https://"));
  expect(within(one as HTMLElement).getByText(t("account.webhooks.on"))).toBeDefined();
  expect(within(two as HTMLElement).getByText(t("account.webhooks.failing"))).toBeDefined();
  expect(two?.textContent).toContain("11:00");
  expect(within(three as HTMLElement).getByText(t("account.webhooks.off"))).toBeDefined();
  // Nothing is sent to an endpoint that is turned off, so a test is not offered.
  expect(within(three as HTMLElement).queryByRole("button", { name: /Send test/ })).toBeNull();
});

test("tests are sent and endpoints turned off by their own buttons", async () => {
  vi.mocked(sendTestAction).mockResolvedValue(done(undefined) as never);
  vi.mocked(switchEndpointAction).mockResolvedValue(done(undefined) as never);
  const { user } = show(<EndpointList endpoints={[endpoint()]} />);
  await user.click(screen.getByRole("button", { name: /Send test/ }));
  expect(vi.mocked(sendTestAction).mock.lastCall?.[0]).toEqual({ id: "whe_1" });
  await user.click(screen.getByRole("button", { name: /Turn off/ }));
  expect(vi.mocked(switchEndpointAction).mock.lastCall?.[0]).toEqual({ id: "whe_1", isOn: false });
});

test("a new secret is made after a question, and shown once", async () => {
  vi.mocked(rotateSecretAction).mockResolvedValue(done({ secret: "whsec_new" }));
  const { user, t } = show(<EndpointList endpoints={[endpoint()]} />);
  await user.click(screen.getByRole("button", { name: /New secret/ }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(t("account.webhooks.rotateText"))).toBeDefined();
  expect(rotateSecretAction).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole("button", { name: t("account.webhooks.rotateConfirm") }));
  expect(await within(dialog).findByText("whsec_new")).toBeDefined();
  await user.click(within(dialog).getByRole("button", { name: t("account.webhooks.kept") }));
  expect(screen.queryByText("whsec_new")).toBeNull();
});

test("the log says what became of each message, and sends again what was answered or given up", async () => {
  vi.mocked(replayAction).mockResolvedValue(done(undefined) as never);
  const log = [
    entry({ messageId: "msg_3", status: "pending", lastStatus: null, attempts: 0 }),
    entry({ messageId: "msg_2", status: "failed", lastStatus: null, lastError: "timeout", attempts: 9 }),
    entry({ messageId: "msg_1", kind: "later.kind" as never }),
  ];
  const { user, t } = show(<EndpointList endpoints={[endpoint({ log })]} />);
  await user.click(screen.getByText(t("account.webhooks.log")));
  const row = (id: string) => screen.getByText(id, { selector: ".font-mono" }).closest("li") as HTMLElement;
  expect(row("msg_3").textContent).toContain(t("account.webhooks.pending"));
  expect(within(row("msg_3")).queryByRole("button")).toBeNull();
  expect(row("msg_2").textContent).toContain("timeout");
  expect(row("msg_2").textContent).toContain(t("account.webhooks.attempts", { count: 9 }));
  // A kind of a later version has no text of its own.
  expect(row("msg_1").textContent).toContain("later.kind");
  await user.click(within(row("msg_2")).getByRole("button"));
  expect(vi.mocked(replayAction).mock.lastCall?.[0]).toEqual({ endpointId: "whe_1", messageId: "msg_2" });
});
