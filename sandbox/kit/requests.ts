import type { TwinRequest } from "./http";

export interface LoggedRequest {
  provider: string;
  method: string;
  path: string;
  query: string;
  idempotencyKey: string | null;
  /** The answered status; null while the call is running, or when a fault cut the connection. */
  status: number | null;
  fault: string | null;
  at: string;
}

const KEPT = 50_000;

/** The calls that the twins received, newest last, at most 50,000; for checkers and for people. */
export class RequestLog {
  private entries: LoggedRequest[] = [];

  start(provider: string, request: TwinRequest, fault: string | undefined): LoggedRequest {
    const key = request.headers["idempotency-key"];
    const entry: LoggedRequest = {
      provider,
      method: request.method,
      path: request.path,
      query: request.query.toString(),
      idempotencyKey: typeof key === "string" ? key : null,
      status: null,
      fault: fault ?? null,
      at: new Date().toISOString(),
    };
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries = this.entries.slice(-KEPT / 2);
    return entry;
  }

  list(provider?: string): LoggedRequest[] {
    return provider ? this.entries.filter((entry) => entry.provider === provider) : this.entries;
  }

  clear(): void {
    this.entries = [];
  }
}
