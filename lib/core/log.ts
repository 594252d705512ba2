import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type Logger } from "pino";
import { bootEnv } from "./env";
import { traceIdOf, traceNow } from "./trace";

/** What every line of one request or job carries. */
export interface LogContext {
  requestId?: string;
  customerId?: string;
  userId?: string;
  job?: string;
}

const context = new AsyncLocalStorage<LogContext>();

/**
 * Each line is written before the work goes on: what is killed has told its last, and at the end there is nothing left to
 * write. What is left to the end is tried for ever where nobody reads it any more (sonic-boom 4.2.1), and a process that
 * was told to stop stays.
 */
const output = pino.destination({ dest: 1, sync: true });

/** Structured log. Tokens, IBANs and mail bodies never get here: pass ids, and the names below are blanked in any case. */
export const log: Logger = pino(
  {
    level: bootEnv.logLevel,
    base: { process: bootEnv.processName },
    mixin: () => ({ ...context.getStore(), traceId: traceIdOf(traceNow()) }),
    redact: {
      paths: [
        "iban",
        "*.iban",
        "token",
        "*.token",
        "accessToken",
        "*.accessToken",
        "refreshToken",
        "*.refreshToken",
        "authorization",
        "*.authorization",
        "password",
        "*.password",
      ],
      censor: "[removed]",
    },
    serializers: { err: withoutClient },
    formatters: { level: (label) => ({ level: label }) },
  },
  output,
);

/** What the driver says of a broken connection carries the whole connection with it. */
function withoutClient(error: Error): unknown {
  const told: unknown = pino.stdSerializers.err(error);
  if (typeof told !== "object" || told === null) return told;
  const { client: _, ...rest } = told as { client?: unknown };
  return rest;
}

export function withLogContext<T>(fields: LogContext, run: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, run);
}

/** Adds to the context of the current request, e.g. the customer once it is known. */
export function addLogContext(fields: LogContext): void {
  const store = context.getStore();
  if (store) Object.assign(store, fields);
}
