import { screen, waitFor } from "@testing-library/react";
import { type ComponentType, useLayoutEffect, useState } from "react";
import { expect, test, vi } from "vitest";
import { answerLater, show } from "@/test/screen";
import { lateWindow } from "./late-window";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const Window = ({ open }: Props) => (open ? <div role="dialog">Cancel this debit?</div> : null);

/** Shows a form with a window whose code `fetchIt` loads. */
function openForm(fetchIt: () => Promise<ComponentType<Props>>, locale: "en" | "de" = "en") {
  const Late = lateWindow<Props>(fetchIt);
  function Form() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Note" />
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
        <Late open={open} onOpenChange={setOpen} />
      </>
    );
  }
  return show(<Form />, locale);
}

test.each(["en", "de"] as const)(
  "a window whose code cannot be loaded reports that, and the typed text is kept (%s)",
  async (locale) => {
    const fetchIt = vi
      .fn<() => Promise<ComponentType<Props>>>()
      .mockRejectedValue(new Error("Loading chunk 7 failed."));
    const { t, user } = openForm(fetchIt, locale);
    await user.type(screen.getByLabelText("Note"), "Spoke to Ms Brandt");
    await user.click(screen.getByRole("button", { name: "Ask" }));
    expect((await screen.findByRole("alert")).textContent).toContain(t("client.fault.outdated"));
    expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("Spoke to Ms Brandt");
    await user.click(screen.getByRole("button", { name: t("client.fault.stay") }));
    expect(screen.queryByRole("alert")).toBeNull();
    // The connection may only have been interrupted, so the next press loads the code again.
    fetchIt.mockResolvedValue(Window);
    await user.click(screen.getByRole("button", { name: "Ask" }));
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test("a window whose code was loaded opens", async () => {
  const fetchIt = vi.fn(async () => Window);
  const { user } = openForm(fetchIt);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(screen.getByRole("dialog")).toBeTruthy());
});

test("a window opens whose code arrives just after the press, before the page has noticed the press", async () => {
  const { promise, give } = answerLater<ComponentType<Props>>();
  const Late = lateWindow<Props>(() => promise);
  function Page() {
    const [open, setOpen] = useState(false);
    // The page has been drawn with the window open, and its effects have not run yet.
    useLayoutEffect(() => {
      if (open) give(Window);
    }, [open]);
    return (
      <>
        <button type="button" onClick={() => setTimeout(() => setOpen(true))}>
          Ask
        </button>
        <Late open={open} onOpenChange={setOpen} />
      </>
    );
  }
  const { user } = show(<Page />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});
