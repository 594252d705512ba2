import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { describeSpan } from "@/lib/core/telemetry/trace";
import { inVendorSpan, noteAnswer, operationOf } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { stripeError } from "./errors";

/** Waits after a rate limit, because Stripe counts calls per second. */
const WAITS_MS = [300, 600, 1_200];

export interface StripeAccess {
  apiUrl: string;
  secretKey: string;
  timeoutMs: number;
}

/** The client's report about each response, including those after which it repeats the call. */
interface Answer {
  method: string;
  path: string;
  status: number;
}

/** Stripe's own client, with a time limit and ProviderErrors on every call. */
export class StripeCaller {
  private readonly client: Stripe;

  /** The client itself repeats a call once under the same key, so that a person does not wait too long for a page. */
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
   * Runs a call and returns its answer. After a rate limit (429) Stripe has not executed it and the client does not
   * repeat it, so it is repeated here after a moment.
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
    throw new ProviderError("rate_limited", "Stripe: rate limit exceeded");
  }
}

/**
 * Throws for an error status without an `error` in its JSON, for example from a proxy: the client treats that as a
 * success.
 */
function refuseFault(answer: unknown): void {
  const { lastResponse } = (answer ?? {}) as { lastResponse?: { statusCode?: number } };
  const status = lastResponse?.statusCode ?? 200;
  if (status >= 400) throw new ProviderError("unavailable", `Stripe ${status}: response without an error object`);
}
