import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveForOutagePage, returnFromOutagePage } from "./outage";

const replace = vi.fn<(url: string) => void>();
const assign = vi.fn<(url: string) => void>();
const at = (pathname: string, search = "") => vi.stubGlobal("location", { pathname, search, assign, replace });

/** A fake of `sessionStorage`: each tab has its own, while all tabs share `localStorage`. */
function tab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => vi.stubGlobal("sessionStorage", tab()));
afterEach(() => window.localStorage.clear());

test("after an outage, each of several tabs returns to its own page", () => {
  const [one, two] = [tab(), tab()];
  const lose = (storage: ReturnType<typeof tab>, path: string, search: string) => {
    vi.stubGlobal("sessionStorage", storage);
    at(path, search);
    leaveForOutagePage();
  };
  lose(one, "/app/invoices", "?filter=open");
  lose(two, "/app/payouts", "");
  for (const [storage, page] of [
    [one, "/app/invoices?filter=open"],
    [two, "/app/payouts"],
  ] as const) {
    vi.stubGlobal("sessionStorage", storage);
    at("/service-down");
    returnFromOutagePage();
    expect(replace).toHaveBeenLastCalledWith(page);
  }
  expect(window.localStorage).toHaveLength(0);
});

test("the saved address is used once, and only if it is on our site", () => {
  at("/app/returns");
  leaveForOutagePage();
  at("/service-down");
  returnFromOutagePage();
  returnFromOutagePage();
  window.sessionStorage.setItem("previousUrl", "//evil.example/");
  returnFromOutagePage();
  expect(replace.mock.calls).toEqual([["/app/returns"], ["/app"], ["/app"]]);
});

test("the outage page is never saved as the page to return to", () => {
  at("/service-down");
  leaveForOutagePage();
  expect(assign).not.toHaveBeenCalled();
});
