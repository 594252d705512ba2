import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type Logger } from "pino";
import { bootEnv } from "@/lib/core/env";
import { traceIdOf, traceNow } from "./trace";

/** Fields of every log line of one request or job. */
export interface LogContext {
  requestId?: string;
  customerId?: string;
  userId?: string;
  /** The API key that the program sent. */
  apiKeyId?: string;
  job?: string;
}

const context = new AsyncLocalStorage<LogContext>();

/**
 * Writes synchronously, so that a killed process has written all its lines and nothing is left to flush at exit. If
 * nobody reads the output any more, sonic-boom 4.2.1 retries the last flush forever, and the process stays.
 */
const output = pino.destination({ dest: 1, sync: true });

/**
 * The structured log. Pass ids, never tokens, IBANs or mail bodies; values under the names below are always removed.
 */
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

/** Returns the logged form of an error without `client`: the driver attaches the whole connection to the error. */
function withoutClient(error: Error): unknown {
  const told: unknown = pino.stdSerializers.err(error);
  if (typeof told !== "object" || told === null) return told;
  const { client: _, ...rest } = told as { client?: unknown };
  return rest;
}

export function withLogContext<T>(fields: LogContext, run: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, run);
}

/** Adds fields to the context of the current request, e.g. the customer once it is known. */
export function addLogContext(fields: LogContext): void {
  const store = context.getStore();
  if (store) Object.assign(store, fields);
}
