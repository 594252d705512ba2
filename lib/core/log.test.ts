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
