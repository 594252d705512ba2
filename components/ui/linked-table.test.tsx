import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { router } from "@/test/navigation";
import { show } from "@/test/screen";
import { type Column, DataTable } from "./data-table";
import { Pill } from "./pill";

interface Row {
  id: string;
  name: string;
  opens: boolean;
}

const COLUMNS: Column<Row>[] = [
  { key: "name", label: "Name", cell: ({ name }) => name },
  {
    key: "state",
    label: "State",
    cell: ({ id }) => (
      <Pill tone="wait" hint={`with the bank ${id}`}>
        {`Submitted ${id}`}
      </Pill>
    ),
  },
  { key: "amount", label: "Amount", cell: ({ id }) => `119,00 € ${id}` },
];

function open() {
  return show(
    <DataTable
      caption="Invoices"
      columns={COLUMNS}
      rows={[
        { id: "1", name: "RE-1", opens: true },
        { id: "2", name: "RE-2", opens: false },
      ]}
      rowKey={({ id }) => id}
      href={({ id, opens }) => (opens ? `/app/invoices/${id}` : undefined)}
      pick={{ name: "pick", label: ({ name }) => `Choose ${name}` }}
    />,
  );
}

test("a click anywhere in a row opens it, once", async () => {
  const { user } = open();
  for (const what of [screen.getByText("RE-1"), screen.getByText("119,00 € 1")]) {
    router.push.mockClear();
    await user.click(what);
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/invoices/1", { scroll: true });
  }
});

test("a click on the row's checkbox or on its state does not open the row", async () => {
  const { user } = open();
  await user.click(screen.getByLabelText("Choose RE-1"));
  await user.click(screen.getByText("Submitted 1"));
  await user.click(screen.getByText("With the bank 1"));
  expect(router.push).not.toHaveBeenCalled();
});

test("selecting text in a row does not open it", () => {
  open();
  const cell = screen.getByText("119,00 € 1");
  window.getSelection()?.selectAllChildren(cell);
  fireEvent.click(cell);
  expect(router.push).not.toHaveBeenCalled();
  window.getSelection()?.removeAllRanges();
  fireEvent.click(cell);
  expect(router.push).toHaveBeenCalledTimes(1);
});

test("with Ctrl or the middle mouse button a row opens in a new tab", () => {
  const opened = vi.fn();
  vi.stubGlobal("open", opened);
  open();
  const cell = screen.getByText("119,00 € 1");
  fireEvent.click(cell, { ctrlKey: true });
  fireEvent(cell, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
  expect(opened.mock.calls.map(([href]) => new URL(String(href)).pathname)).toEqual([
    "/app/invoices/1",
    "/app/invoices/1",
  ]);
  expect(router.push).not.toHaveBeenCalled();
});

test("the keyboard focuses one link per row, and a row without a page has none", async () => {
  const { user } = open();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["RE-1"]);
  screen.getByRole("link").focus();
  await user.keyboard("{Enter}");
  expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/invoices/1", { scroll: true });
  await user.click(screen.getByText("119,00 € 2"));
  expect(router.push).toHaveBeenCalledTimes(1);
});
