import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { ConfirmWindow } from "./confirm-window";
import { FormWindow } from "./form-window";
import { SheetWindow } from "./sheet-window";

/** Returns the `z-index` that an element's class sets: 50 for `z-50`. */
const heightOf = (element: Element | null | undefined) => Number(element?.className.match(/\bz-(\d+)\b/)?.[1]);
const nothing = () => undefined;

test.each([
  [
    "a question",
    <ConfirmWindow
      key="question"
      open
      onOpenChange={nothing}
      confirmation={{ title: "Leave?", body: "It is not saved.", confirm: "Leave", cancel: "Stay" }}
      busy={false}
      onConfirm={nothing}
    />,
    "alertdialog",
  ],
  [
    "a form",
    <FormWindow key="form" open onOpenChange={nothing} title="Who are you?" text="To be safe.">
      Password
    </FormWindow>,
    "dialog",
  ],
])("%s over a drawer dims the drawer as well as the page", (_what, window, role) => {
  show(
    <>
      <SheetWindow open onOpenChange={nothing} title="Menu" closeLabel="Close">
        Invoices
      </SheetWindow>
      {window}
    </>,
  );
  const sheet = screen.getByText("Menu").closest("[role=dialog]");
  const above = screen.getAllByRole(role, { hidden: true }).at(-1);
  const veil = above?.previousElementSibling;
  expect(veil?.className).toContain("bg-veil");
  expect(heightOf(veil)).toBeGreaterThanOrEqual(heightOf(sheet));
  expect(heightOf(above)).toBeGreaterThanOrEqual(heightOf(veil));
  // Of two elements with the same z-index, the later one is on top.
  expect(sheet && veil && sheet.compareDocumentPosition(veil) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
