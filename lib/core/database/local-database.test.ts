import { afterEach, expect, test, vi } from "vitest";
import { localDatabase } from "@/scripts/local-database";

afterEach(() => vi.unstubAllEnvs());

const given = (url: string) => {
  vi.stubEnv("DATABASE_URL", url);
  return localDatabase("DATABASE_URL");
};

test.each([
  "postgresql://einzug@localhost:5432/einzug",
  "postgresql://einzug@127.0.0.1/einzug",
  "postgresql://einzug@[::1]/einzug",
  "postgresql:///einzug?host=/var/run/postgresql",
])("accepts a server on this machine in place of the embedded one: %s", (url) => {
  expect(given(url)).toBe(url);
});

test.each([
  "postgresql://einzug@db.example/einzug",
  "postgresql://einzug@localhost/einzug?host=db.example",
  "postgresql:///einzug?host=db.example",
  "postgresql://einzug@db.example/einzug?host=/var/run/postgresql",
])("refuses any other server and names the variable: %s", (url) => {
  expect(() => given(url)).toThrow("DATABASE_URL must be on this machine");
});

test("returns undefined without the variable", () => {
  expect(given("")).toBeUndefined();
});
