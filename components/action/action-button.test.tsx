import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { UpgradeProvider } from "@/components/subscription/upgrade";
import { sayBy } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/core/web/action-result";
import { router } from "@/test/navigation";
import { done, refused, show } from "@/test/screen";
import { ActionButton } from "./action-button";
import { MayChangeProvider } from "./may-change";

const said: Parameters<Parameters<typeof sayBy>[0]>[] = [];
beforeEach(() => {
  sayBy(() => undefined);
  said.length = 0;
  sayBy((...words) => void said.push(words));
});

const answering = (result: ActionResult<void>) => vi.fn<() => Promise<ActionResult<void>>>().mockResolvedValue(result);

/** Presses the button that cancels a collection, and returns `takeBack`, which presses "Undo" in the message. */
async function cancel(undo: () => Promise<ActionResult<unknown>>) {
  const shown = show(
    <ActionButton
      action={answering(done(undefined))}
      done="The debit is being cancelled."
      undo={{ label: "Undo", action: undo, done: "The invoice is looked at again." }}
    >
      Cancel debit
    </ActionButton>,
  );
  await shown.user.click(screen.getByRole("button", { name: "Cancel debit" }));
  expect(said).toEqual([["The debit is being cancelled.", { label: "Undo", onPress: expect.any(Function) }]]);
  return { ...shown, takeBack: () => said[0]?.[1]?.onPress() };
}

describe("after an action button has done its work,", () => {
  test("the undo button in the message works, even when the action button is no longer on the page", async () => {
    const undo = answering(done(undefined));
    const { unmount, takeBack } = await cancel(undo);
    unmount();
    expect(undo).not.toHaveBeenCalled();
    router.refresh.mockClear();
    takeBack();
    await waitFor(() => expect(said[1]).toEqual(["The invoice is looked at again."]));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(router.refresh).toHaveBeenCalledTimes(1);
  });

  test("an undo that is too late is refused, and the page shows the refusal", async () => {
    const { t, takeBack } = await cancel(answering(refused("not_collectable")));
    takeBack();
    await waitFor(() => expect(said[1]).toEqual([t("errors.not_collectable"), undefined, "refusal"]));
  });
});

test.each(["en", "de"] as const)(
  "a page of an old version says that its action is unknown, and what helps (%s)",
  async (locale) => {
    const unknown = Object.assign(new Error("Server Action was not found on the server."), {
      name: "UnrecognizedActionError",
    });
    const action = vi.fn<() => Promise<ActionResult<void>>>().mockRejectedValue(unknown);
    const { t, user } = show(<ActionButton action={action}>Save</ActionButton>, locale);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("alert").textContent).toBe(t("client.fault.outdated") + t("client.fault.missing.reload"));
    expect(router.refresh).not.toHaveBeenCalled();
  },
);

test("with the Standard plan a button of the Premium plan explains Premium, and does nothing else", async () => {
  const action = answering(done(undefined));
  const { t, user } = show(
    <UpgradeProvider mayOrder>
      <MayChangeProvider isPremium={false}>
        <ActionButton action={action} premium>
          Collect now
        </ActionButton>
      </MayChangeProvider>
    </UpgradeProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Collect now" }));
  expect(await screen.findByRole("alertdialog", { name: t("client.upgrade.title") })).toBeDefined();
  expect(action).not.toHaveBeenCalled();
});
