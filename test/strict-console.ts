import { afterEach, beforeEach, expect, vi } from "vitest";

/** What the product or a library complains about on the console is a finding, not noise. */
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
