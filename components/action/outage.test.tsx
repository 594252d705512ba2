import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveForOutagePage, returnFromOutagePage } from "./outage";

const replace = vi.fn<(url: string) => void>();
const assign = vi.fn<(url: string) => void>();
const at = (pathname: string, search = "") => vi.stubGlobal("location", { pathname, search, assign, replace });

/** Each tab has a storage of its own, and all of them share the other one. */
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

test("several tabs come back from an outage each to its own page", () => {
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

test("the way back is taken once, and only to an address of ours", () => {
  at("/app/returns");
  leaveForOutagePage();
  at("/service-down");
  returnFromOutagePage();
  returnFromOutagePage();
  window.sessionStorage.setItem("previousUrl", "//evil.example/");
  returnFromOutagePage();
  expect(replace.mock.calls).toEqual([["/app/returns"], ["/app"], ["/app"]]);
});

test("the page about the outage is no page to come back to", () => {
  at("/service-down");
  leaveForOutagePage();
  expect(assign).not.toHaveBeenCalled();
});
