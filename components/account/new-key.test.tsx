import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeKeyAction } from "@/lib/accounts/keys/actions";
import { done, refused, show } from "@/test/screen";
import { NewKey } from "./new-key";

const make = vi.mocked(makeKeyAction);

test("the form makes a key with the least rights unless asked otherwise, and shows it once", async () => {
  make.mockResolvedValueOnce(done({ id: "key_1", text: "einzug_key_1_secret" }));
  const { user } = show(<NewKey />);
  await user.type(screen.getByLabelText(/Name of the key/), "  Shop ");
  await user.click(screen.getByRole("button", { name: "Make key" }));
  expect(make).toHaveBeenLastCalledWith({ name: "Shop", scope: "read" });
  expect(await screen.findByText("einzug_key_1_secret")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Your new key" })).toBe(document.activeElement);
  await user.click(screen.getByRole("button", { name: "I have stored it" }));
  expect(screen.queryByText("einzug_key_1_secret")).toBeNull();
});

test("a name is required, and the limit of keys is explained", async () => {
  const calls = make.mock.calls.length;
  make.mockResolvedValueOnce(refused("conflict"));
  const { user } = show(<NewKey />);
  await user.click(screen.getByRole("button", { name: "Make key" }));
  expect(screen.getByText("Please give the key a name")).toBeDefined();
  expect(make).toHaveBeenCalledTimes(calls);
  await user.type(screen.getByLabelText(/Name of the key/), "Shop");
  await user.selectOptions(screen.getByLabelText("Rights"), "write");
  await user.click(screen.getByRole("button", { name: "Make key" }));
  expect(make).toHaveBeenLastCalledWith({ name: "Shop", scope: "write" });
  expect(await screen.findByText(/at most 20 keys/)).toBeDefined();
});
