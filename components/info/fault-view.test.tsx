import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { show } from "@/test/screen";
import { FaultView } from "./fault-view";

const missing = Object.assign(new Error("Loading chunk 7 failed."), { name: "ChunkLoadError" });
const outdated = Object.assign(new Error("Server Action was not found."), { name: "UnrecognizedActionError" });
const reload = vi.fn<() => void>();

beforeEach(() => {
  window.sessionStorage.clear();
  vi.stubGlobal("location", { ...window.location, reload });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(null, { status: 200 })),
  );
});

describe.each(["en", "de"] as const)("a page that failed to render, in %s", (locale) => {
  test("explains to suppliers the effect on their direct debits, and to payers the effect on their mandate", () => {
    const { t, unmount } = show(<FaultView error={new Error("x")} retry={() => undefined} />, locale);
    expect(screen.getByRole("alert").textContent).toContain(t("client.fault.text"));
    unmount();
    show(<FaultView error={new Error("x")} retry={() => undefined} reader="payer" />, locale);
    const words = screen.getByRole("alert").textContent;
    expect(words).toContain(t("client.fault.payer.text"));
    expect(words).not.toContain(t("client.fault.text"));
  });

  test.each([
    ["a part of it is missing", missing],
    ["it calls what a new version no longer has", outdated],
  ])("is reloaded once when %s, and shows an error the second time", async (_why, error) => {
    const { t, unmount } = show(<FaultView error={error} retry={() => undefined} reader="payer" />, locale);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    unmount();
    show(<FaultView error={error} retry={() => undefined} reader="payer" />, locale);
    expect(screen.getByRole("alert").textContent).toContain(t("client.fault.payer.missing"));
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
