import { describeSpan, failSpan, inSpan } from "@/lib/core/telemetry/trace";
import { ProviderError } from "./provider-error";

export interface ProviderResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** The vendor that is called. */
export type Vendor = "lexware" | "sevdesk" | "datev" | "gocardless" | "stripe" | "smtp";

/**
 * Calls a vendor over HTTP once, with a hard time limit. Redirects are refused.
 *
 * @throws ProviderError kind `network` if no answer came: the outcome of a write is then unknown
 */
export async function callProvider(
  vendor: Vendor,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<ProviderResponse> {
  return await inVendorSpan(vendor, operationOf(init.method ?? "GET", new URL(url).pathname), async () => {
    const response = await exchange(url, init, timeoutMs);
    noteAnswer(response.status);
    return response;
  });
}

async function exchange(url: string, init: RequestInit, timeoutMs: number): Promise<ProviderResponse> {
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

/** Runs a call to a vendor as a span of the current trace. The trace context is not sent to the vendor. */
export async function inVendorSpan<T>(vendor: Vendor, operation: string, run: () => Promise<T>): Promise<T> {
  const attributes = { "einzug.provider": vendor, "einzug.operation": operation };
  return await inSpan({ name: `${vendor} ${operation}`, kind: "client", attributes }, run);
}

/** Records the status of the vendor's answer on the current span; 400 and above mark it as failed. */
export function noteAnswer(status: number): void {
  describeSpan({ "http.response.status_code": status });
  if (status >= 400) failSpan({ code: String(status) });
}

/** Returns method and path with `{id}` in place of ids, and without the query, which may hold names and addresses. */
export function operationOf(method: string, path: string): string {
  const parts = path.split("/").map((part) => (/\d/.test(part) && !/^v\d+$/.test(part) ? "{id}" : part));
  return `${method.toUpperCase()} ${parts.join("/")}`;
}
