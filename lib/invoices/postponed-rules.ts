import { log } from "@/lib/core/log";
import { ProviderError } from "@/lib/core/provider-error";

type What = "document" | "contact";

/** So many that fail one after the other are no matter of each: the vendor is down. */
const OUTAGE = 3;
/** What has failed for so long fails by itself, and its supplier is to know. */
const LASTING_MS = 24 * 3_600_000;

/**
 * What of the books does not answer during one run while the rest does. It stays marked and is read by a later run; meanwhile it
 * must not keep from being read what stands behind it.
 */
export class Postponed {
  private readonly ids: Record<What, Set<string>> = { document: new Set(), contact: new Set() };
  private first: ProviderError | undefined;
  private inARow = 0;

  /** The books' ids of what is not to be read again in this run. */
  left(what: What): string[] {
    return [...this.ids[what]];
  }

  /** @throws ProviderError if nothing answers any more */
  note(what: What, externalId: string, fault: ProviderError): void {
    log.warn({ what, externalId, kind: fault.kind, detail: fault.message }, "left for the next run");
    this.ids[what].add(externalId);
    this.first ??= fault;
    this.inARow += 1;
    if (this.inARow >= OUTAGE) throw fault;
  }

  answered(): void {
    this.inARow = 0;
  }

  /** @throws ProviderError if anything was left, so that the run is tried again */
  close(): void {
    if (this.first) throw this.first;
  }
}

/** Whether a fault may be one of this document or contact alone, and pass: another one may be read all the same. */
export function isPassing(error: unknown): error is ProviderError {
  return error instanceof ProviderError && (error.kind === "network" || error.kind === "unavailable");
}

/** Whether it is one of this document or contact alone, and will not pass: the books say no to it, or its answer has an unknown form. */
export function isLasting(error: unknown, markedAt: Date | null): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  if (["unreadable", "forbidden", "refused"].includes(error.kind)) return true;
  return isPassing(error) && markedAt !== null && Date.now() - markedAt.getTime() > LASTING_MS;
}
