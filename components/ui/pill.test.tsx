import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { HintCloser } from "./hint-closer";
import { Pill } from "./pill";

const hintOf = (text: string) => screen.getByText(text).closest("details");

function open() {
  return show(
    <>
      <Pill tone="wait" hint="with the bank">
        Submitted
      </Pill>
      <Pill tone="good" hint="on its way to you">
        Confirmed
      </Pill>
      <button type="button">Elsewhere</button>
      <HintCloser />
    </>,
  );
}

test("the explanation of a state opens on a tap, and closes on a tap elsewhere", async () => {
  const { user } = open();
  expect(hintOf("With the bank")?.open).toBe(false);
  await user.pointer({ keys: "[TouchA]", target: screen.getByText("Submitted") });
  expect(hintOf("With the bank")?.open).toBe(true);
  await user.pointer({ keys: "[TouchA]", target: screen.getByText("With the bank") });
  expect(hintOf("With the bank")?.open).toBe(true);
  await user.click(screen.getByText("Elsewhere"));
  expect(hintOf("With the bank")?.open).toBe(false);
});

test("the keyboard focuses and opens the explanation, and Escape closes it before anything below", async () => {
  const { user } = open();
  const below: string[] = [];
  document.body.addEventListener("keydown", ({ key }) => below.push(key), { once: true });
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Submitted");
  (document.activeElement as HTMLElement).click();
  expect(hintOf("With the bank")?.open).toBe(true);
  await user.keyboard("{Escape}");
  expect(hintOf("With the bank")?.open).toBe(false);
  expect(below).not.toContain("Escape");
});

test("the explanation of a state begins with a capital letter, on screen and for screen readers", () => {
  show(
    <Pill tone="info" hint="übertragen">
      Handed over
    </Pill>,
  );
  expect(hintOf("Übertragen")?.querySelector("summary")?.title).toBe("Übertragen");
});

test("a state without an explanation cannot be pressed", () => {
  const { container } = show(<Pill tone="quiet">Cancelled</Pill>);
  expect(container.querySelector("summary, button, [tabindex]")).toBeNull();
});
