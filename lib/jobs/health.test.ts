import { afterEach, expect, test, vi } from "vitest";

process.env.DATABASE_URL = "postgresql://einzug:einzug@127.0.0.1:1/einzug";
const { healthAnswer, readHealth, watchHealth } = await import("./health");

afterEach(() => vi.useRealTimers());

test("a process without a database answers 503 and names the part that fails", async () => {
  const health = await readHealth();
  expect(healthAnswer(health)).toEqual({
    status: 503,
    body: { status: "failed", database: "failed", jobs: "failed" },
  });
  const isUp = healthAnswer({ isUp: true, database: true, jobs: true });
  expect(isUp).toEqual({ status: 200, body: { status: "ok", database: "ok", jobs: "ok" } });
});

test("a worker ends after five minutes without a database, and no earlier", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const end = vi.fn();
  const watch = watchHealth(undefined, end);
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await readHealth();
  };
  await pass(290_000);
  expect(end).not.toHaveBeenCalled();
  await pass(20_000);
  await vi.waitFor(() => expect(end).toHaveBeenCalled());
  watch.close();
});

test("a process that was told to end answers 503 and says so, though everything works", () => {
  const stopping = healthAnswer({ isUp: false, database: true, jobs: true, isStopping: true });
  expect(stopping).toEqual({ status: 503, body: { status: "stopping", database: "ok", jobs: "ok" } });
});
