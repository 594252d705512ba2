import { log } from "@/lib/core/telemetry/log";
import type { ProviderError } from "@/lib/core/web/provider-error";

type What = "document" | "contact";

/** After this many failures in a row the vendor is down, and the run ends. */
const OUTAGE = 3;

/**
 * Collects the documents and contacts that fail in one run while the vendor answers for others. They keep their stale
 * flags and are read by a later run, so that this run can read the rest.
 */
export class Postponed {
  private readonly ids: Record<What, Set<string>> = { document: new Set(), contact: new Set() };
  private first: ProviderError | undefined;
  private inARow = 0;

  /** Returns the vendor's ids of what is not to be read again in this run. */
  left(what: What): string[] {
    return [...this.ids[what]];
  }

  /** @throws ProviderError if several failed in a row, so that the run ends */
  note(what: What, externalId: string, fault: ProviderError): void {
    log.warn({ what, externalId, kind: fault.kind, detail: fault.message }, "read failed, postponed to the next run");
    this.ids[what].add(externalId);
    this.first ??= fault;
    this.inARow += 1;
    if (this.inARow >= OUTAGE) throw fault;
  }

  answered(): void {
    this.inARow = 0;
  }

  /** @throws ProviderError if anything was postponed, so that the run is retried */
  close(): void {
    if (this.first) throw this.first;
  }
}
