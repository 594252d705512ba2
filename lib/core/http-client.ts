import { ProviderError } from "./provider-error";

export interface ProviderResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * One HTTP call to a vendor with a hard time limit.
 *
 * @throws ProviderError kind `network` when no answer came: the outcome of a write is then unknown
 */
export async function callProvider(url: string, init: RequestInit, timeoutMs: number): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error ? (error.name === "TimeoutError" ? "timeout" : error.message) : "unknown";
    throw new ProviderError("network", `no answer from ${new URL(url).host}: ${reason}`);
  }
}
