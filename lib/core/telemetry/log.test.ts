import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import pino from "pino";
import { expect, test } from "vitest";
import { log } from "./log";

test("the log keeps stack and code of an error, but not the connection on which it happened", () => {
  const error = Object.assign(new Error("terminating connection"), { code: "57P01", client: { user: "einzug" } });
  const { [pino.symbols.serializersSym]: serializers } = log as unknown as {
    [pino.symbols.serializersSym]: { err: (error: Error) => Record<string, unknown> };
  };
  const told = serializers.err(error);
  expect(told).toMatchObject({ message: "terminating connection", code: "57P01", stack: error.stack });
  expect(told).not.toHaveProperty("client");
});

test("a log line is JSON on stdout with UTC time, message, and the ids of request, supplier and person", async () => {
  const typed = 'line\n{"level":"error"}\r\n\u2028';
  const made = JSON.stringify(typed);
  const work = `
    import { addLogContext, log, withLogContext } from "./lib/core/telemetry/log.ts";
    withLogContext({ requestId: "req_1" }, () => {
      addLogContext({ customerId: "cus_1", userId: "usr_1" });
      log.warn({ typed: ${made}, [${made}]: 1 }, ${made});
    });
    log.info("of nobody");`;
  const before = Date.now();
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", work],
    { env: { ...process.env, LOG_LEVEL: "info", EINZUG_PROCESS: "web", TZ: "Pacific/Kiritimati" } },
  );
  expect(stderr).not.toContain("of nobody");
  // A text from outside stays within its line.
  const [first, second, ...others] = stdout.split("\n");
  expect(others).toEqual([""]);
  const line = JSON.parse(first ?? "") as { time: number };
  const about = { requestId: "req_1", customerId: "cus_1", userId: "usr_1" };
  expect(line).toMatchObject({ level: "warn", process: "web", ...about, typed, msg: typed });
  expect(line.time).toBeGreaterThanOrEqual(before);
  expect(line.time).toBeLessThanOrEqual(Date.now());
  const bare = JSON.parse(second ?? "") as object;
  expect(bare).toMatchObject({ level: "info", msg: "of nobody" });
  expect(bare).not.toHaveProperty("userId");
}, 30_000);

test("a process whose log nobody reads any more finishes its work and exits", async () => {
  const work = `
    import { log } from "./lib/core/telemetry/log.ts";
    process.stdin.once("data", () => {
      for (let i = 0; i < 300; i++) log.error({ i }, "nobody reads this");
      process.exit(7);
    });
    process.send("ready");`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", work], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
    env: { ...process.env, LOG_LEVEL: "info" },
    // Kills the process if it does not exit.
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  await once(child, "message");
  child.stdout?.destroy();
  child.stdin?.end("go");
  const [code] = await once(child, "exit");
  expect(code).toBe(7);
}, 30_000);
