import { Environments, GoCardlessClient } from "gocardless-nodejs";
import { ProviderError } from "@/lib/core/provider-error";
import { gocardlessError } from "./errors";

/** One connected organisation's client with a time limit and our errors on every call. */
export class GocardlessCaller {
  private readonly client: GoCardlessClient;

  /** @param timeoutMs the client sets no limit of its own; reads are repeated by it up to twice within this time */
  constructor(
    accessToken: string,
    apiUrl: string,
    private readonly timeoutMs: number,
  ) {
    this.client = new GoCardlessClient(accessToken, Environments.Live, { raiseOnIdempotencyConflict: true });
    // The client has no option for its base address (10.1.2); `client.test.ts` proves where requests land.
    (this.client as unknown as { _api: { _baseUrl: string } })._api._baseUrl = apiUrl;
  }

  /** @throws ProviderError */
  async call<T>(run: (client: GoCardlessClient) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new ProviderError("network", "GoCardless did not answer in time")),
        this.timeoutMs,
      );
    });
    try {
      return await Promise.race([run(this.client), limit]);
    } catch (error) {
      throw gocardlessError(error);
    } finally {
      clearTimeout(timer);
    }
  }
}
