import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { inVendorSpan, noteAnswer, operationOf } from "@/lib/core/http-client";
import { ProviderError } from "@/lib/core/provider-error";
import { describeSpan } from "@/lib/core/trace";
import { stripeError } from "./errors";

/** Stripe's limits are a second long. */
const WAITS_MS = [300, 600, 1_200];

export interface StripeAccess {
  apiUrl: string;
  secretKey: string;
  timeoutMs: number;
}

/** What the client tells of each answer, also of one it repeats the call for. */
interface Answer {
  method: string;
  path: string;
  status: number;
}

/** The real client with a time limit and our errors on every call. */
export class StripeCaller {
  private readonly client: Stripe;

  /** One repetition of the client's own, under the same key, within the time a person waits for a page. */
  constructor({ apiUrl, secretKey, timeoutMs }: StripeAccess) {
    const { hostname, port, protocol } = new URL(apiUrl);
    const isPlain = protocol === "http:";
    this.client = new Stripe(secretKey, {
      host: hostname,
      port: port || (isPlain ? 80 : 443),
      protocol: isPlain ? "http" : "https",
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
    });
    this.client.on("response", ({ method, path, status }: Answer) => {
      describeSpan({ "einzug.operation": operationOf(method, path.split("?")[0] ?? "") });
      noteAnswer(status);
    });
  }

  /**
   * A call that was turned away because of too many was not carried out (429, which the client does not repeat): it is
   * tried again after a moment.
   *
   * @throws ProviderError
   */
  async call<T>(run: (client: Stripe) => Promise<T>): Promise<T> {
    for (const [retries, waitMs] of [...WAITS_MS, undefined].entries()) {
      try {
        const answer = await inVendorSpan("stripe", "call", async () => {
          describeSpan({ "einzug.retries": retries });
          return await run(this.client);
        });
        for (const one of [answer].flat()) refuseFault(one);
        return answer;
      } catch (error) {
        const told = stripeError(error);
        if (told.kind !== "rate_limited" || waitMs === undefined) throw told;
        await pause(waitMs * (1 + Math.random()));
      }
    }
    throw new ProviderError("rate_limited", "Stripe takes no more calls");
  }
}

/** The client takes every answer without an `error` for a good one, e.g. the JSON of a proxy that says 502. */
function refuseFault(answer: unknown): void {
  const { lastResponse } = (answer ?? {}) as { lastResponse?: { statusCode?: number } };
  const status = lastResponse?.statusCode ?? 200;
  if (status >= 400) throw new ProviderError("unavailable", `Stripe ${status}: an answer that is none`);
}
