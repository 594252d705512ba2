import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { done, hear, refused, show } from "@/test/screen";
import { TickForm } from "./tick-form";

const BOXES = [
  { key: "one", label: "One" },
  { key: "two", label: "Two" },
] as const;
const TEXTS = { save: "Save these", saved: "They are saved" };

function open(save: Parameters<typeof TickForm<"one" | "two">>[0]["save"]) {
  return show(<TickForm boxes={[...BOXES]} stored={{ one: true, two: false }} save={save} texts={TEXTS} />);
}

test("ticks are saved by the button, all together, and not before", async () => {
  const save = vi.fn().mockResolvedValue(done(undefined));
  const said = hear();
  const { user } = open(save);
  await user.click(screen.getByRole("checkbox", { name: "One" }));
  await user.click(screen.getByRole("checkbox", { name: "Two" }));
  expect(save).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: TEXTS.save }));
  expect(save).toHaveBeenCalledExactlyOnceWith({ one: false, two: true });
  expect(said).toHaveBeenCalledExactlyOnceWith(TEXTS.saved);
});

test("after a refused save the ticks stay, and the reason is shown", async () => {
  const { t, user } = open(vi.fn().mockResolvedValue(refused("internal")));
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Two" });
  await user.click(box);
  await user.click(screen.getByRole("button", { name: TEXTS.save }));
  expect(screen.getByRole("alert").textContent).toContain(t("errors.internal"));
  expect(box.checked).toBe(true);
});
