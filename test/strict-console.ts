import { afterEach, beforeEach, expect, vi } from "vitest";

/** Fails a test in which the product or a library reports an error on the console. */
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...args) => {
    complaints.push(args);
  });
});

afterEach(() => {
  const seen = complaints.map((args) => args.map(String).join(" "));
  vi.mocked(console.error).mockRestore();
  expect(seen, "console.error was called").toEqual([]);
});
