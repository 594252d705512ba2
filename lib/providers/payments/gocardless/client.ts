import { Environments, GoCardlessClient } from "gocardless-nodejs";
import { inVendorSpan, noteAnswer } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { gocardlessError } from "./errors";

/** The client of one connected organisation, with a time limit and ProviderErrors on every call. */
export class GocardlessCaller {
  private readonly client: GoCardlessClient;

  /** @param timeoutMs limit of a call, because the client has none; within it the client repeats a read up to twice */
  constructor(
    accessToken: string,
    apiUrl: string,
    private readonly timeoutMs: number,
  ) {
    this.client = new GoCardlessClient(accessToken, Environments.Live, { raiseOnIdempotencyConflict: true });
    // The client has no option for its base address (10.1.2). `client.test.ts` checks where requests arrive.
    const { _api: api } = this.client as unknown as { _api: Api };
    api._baseUrl = apiUrl;
    api.request = traced(api.request.bind(api));
  }

  /**
   * Runs a call and returns its answer.
   *
   * @throws ProviderError
   */
  async call<T>(run: (client: GoCardlessClient) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new ProviderError("network", "provider timeout: no answer from GoCardless")),
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

/** The private parts of the client that we use. */
interface Api {
  _baseUrl: string;
  request: (call: ApiCall) => Promise<ApiAnswer>;
}

interface ApiCall {
  /** With the names of its parameters, as in "/payments/:identity". */
  path: string;
  method: string;
}

interface ApiAnswer {
  __response__?: { statusCode: number };
}

/**
 * Adds a trace span to each request. The request names are known only here; how often the client repeats a read is not
 * visible.
 */
function traced(request: Api["request"]): Api["request"] {
  return async (call) =>
    await inVendorSpan("gocardless", `${call.method.toUpperCase()} ${call.path}`, async () => {
      try {
        const answer = await request(call);
        noteAnswer(answer.__response__?.statusCode ?? 200);
        return answer;
      } catch (error) {
        const { response } = error as { response?: { statusCode?: number } };
        if (response?.statusCode) noteAnswer(response.statusCode);
        throw gocardlessError(error);
      }
    });
}
