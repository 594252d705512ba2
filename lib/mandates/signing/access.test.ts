import { beforeEach, expect, test, vi } from "vitest";
import { AppError } from "@/lib/core/web/errors";
import { signingAddress } from "./access";
import { openSigningPage } from "./page-provider";

vi.mock("./page-provider", () => ({ openSigningPage: vi.fn() }));
vi.mock("@/lib/auth/caller", () => ({ callerOrigin: async () => ({ ip: "203.0.113.7", userAgent: "" }) }));
vi.mock("@/lib/core/time/clock", async (load) => ({ ...(await load<object>()), refreshClock: async () => undefined }));

beforeEach(() => {
  vi.mocked(openSigningPage).mockReset();
});

test.each(["\ud800", "a\0b"])("leads an invalid token such as %j to the home page without a lookup", async (token) => {
  expect(await signingAddress(token)).toBe("/");
  expect(openSigningPage).not.toHaveBeenCalled();
});

test.each<[Awaited<ReturnType<typeof openSigningPage>>, string]>([
  [{ url: "https://pay.gocardless.com/flow/BRF1" }, "https://pay.gocardless.com/flow/BRF1"],
  [{ state: "payments-disconnected" }, "/GoCardlessUnauthenticated"],
  [{ state: "books-disconnected" }, "/erpUnauthenticated"],
  [{ state: "signed" }, "/m/a%2Fb"],
  [{ state: "unknown" }, "/m/a%2Fb"],
])("answers %j from the signing page by leading the payer to %s", async (opened, address) => {
  vi.mocked(openSigningPage).mockResolvedValue(opened);
  expect(await signingAddress("a/b")).toBe(address);
  expect(openSigningPage).toHaveBeenCalledExactlyOnceWith("a/b", "203.0.113.7");
});

test.each([
  [new AppError("too_many_requests"), "/m/x?busy=1"],
  [new AppError("provider_unavailable"), "/m/x?failed=1"],
  [new Error("anything"), "/m/x?failed=1"],
])("after %s leads to a page that explains the failure to the payer", async (error, address) => {
  vi.mocked(openSigningPage).mockRejectedValue(error);
  expect(await signingAddress("x")).toBe(address);
});
