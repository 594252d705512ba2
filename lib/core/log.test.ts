import { spawn } from "node:child_process";
import { once } from "node:events";
import pino from "pino";
import { expect, test } from "vitest";
import { log } from "./log";

test("an error is told with its stack and its code, and without the connection it broke on", () => {
  const error = Object.assign(new Error("terminating connection"), { code: "57P01", client: { user: "einzug" } });
  const { [pino.symbols.serializersSym]: serializers } = log as unknown as {
    [pino.symbols.serializersSym]: { err: (error: Error) => Record<string, unknown> };
  };
  const told = serializers.err(error);
  expect(told).toMatchObject({ message: "terminating connection", code: "57P01", stack: error.stack });
  expect(told).not.toHaveProperty("client");
});

test("a process whose log nobody reads any more does its work, and ends", async () => {
  const work = `
    import { log } from "./lib/core/log.ts";
    process.stdin.once("data", () => {
      for (let i = 0; i < 300; i++) log.error({ i }, "nobody reads this");
      process.exit(7);
    });
    process.send("ready");`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", work], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
    env: { ...process.env, LOG_LEVEL: "info" },
    // Ends it should it not end by itself.
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  await once(child, "message");
  child.stdout?.destroy();
  child.stdin?.end("go");
  const [code] = await once(child, "exit");
  expect(code).toBe(7);
}, 30_000);
