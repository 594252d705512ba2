import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { addEndpointAction } from "@/lib/webhooks/actions";
import { WEBHOOK_KINDS } from "@/lib/webhooks/types";
import { done, refused, show } from "@/test/screen";
import { NewEndpoint } from "./new-endpoint";

const add = vi.mocked(addEndpointAction);

test("an endpoint wants all events unless told otherwise, and its secret is shown once", async () => {
  add.mockResolvedValueOnce(done({ id: "whe_1", secret: "whsec_1" }) as never);
  const { user, t } = show(<NewEndpoint />);
  await user.type(screen.getByLabelText(t("account.webhooks.url")), " https://shop.example/einzug ");
  await user.click(screen.getByRole("button", { name: t("account.webhooks.add") }));
  expect(add).toHaveBeenLastCalledWith({ url: "https://shop.example/einzug", kinds: [...WEBHOOK_KINDS] });
  expect(await screen.findByText("whsec_1")).toBeDefined();
  await user.click(screen.getByRole("button", { name: t("account.webhooks.kept") }));
  expect(screen.queryByText("whsec_1")).toBeNull();
});

test("what is no address, and an endpoint without events, is not sent", async () => {
  const calls = add.mock.calls.length;
  const { user, t } = show(<NewEndpoint />);
  const field = screen.getByLabelText(t("account.webhooks.url"));
  await user.type(field, "shop");
  await user.click(screen.getByRole("button", { name: t("account.webhooks.add") }));
  expect(screen.getByText(t("account.webhooks.checkUrl"))).toBeDefined();
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, "https://shop.example");
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  await user.click(screen.getByRole("button", { name: t("account.webhooks.add") }));
  expect(screen.getByText(t("account.webhooks.chooseKind"))).toBeDefined();
  expect(add).toHaveBeenCalledTimes(calls);
});

test("an address that the server refuses is explained at its field, the limit of endpoints below", async () => {
  const { user, t } = show(<NewEndpoint />);
  await user.type(screen.getByLabelText(t("account.webhooks.url")), "http://10.0.0.1");
  add.mockResolvedValueOnce(refused("invalid_input"));
  await user.click(screen.getByRole("button", { name: t("account.webhooks.add") }));
  expect(await screen.findByText(t("account.webhooks.checkUrl"))).toBeDefined();
  add.mockResolvedValueOnce(refused("conflict"));
  await user.click(screen.getByRole("button", { name: t("account.webhooks.add") }));
  expect(await screen.findByText(t("account.webhooks.tooMany"))).toBeDefined();
});
