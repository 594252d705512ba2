/** A tenth of a call is let through early, for jitter on the way. */
const TOLERANCE = 0.1;

/** The vendors' rate limit: each caller's bucket holds some calls and is filled again so many times a second. */
export class Buckets {
  private readonly buckets = new Map<string, { calls: number; at: number }>();

  /** @param capacity calls that a pause lets through at once */
  constructor(
    private readonly capacity: number,
    private readonly perSecond: () => number,
  ) {}

  /** Runs on the machine's time: moving the twin's clock must not fill the bucket. */
  take(caller: string): boolean {
    const now = performance.now();
    const bucket = this.buckets.get(caller) ?? { calls: this.capacity, at: now };
    const refilled = bucket.calls + ((now - bucket.at) / 1_000) * this.perSecond();
    const calls = Math.min(this.capacity, refilled);
    const isAllowed = calls >= 1 - TOLERANCE;
    this.buckets.set(caller, { calls: isAllowed ? calls - 1 : calls, at: now });
    return isAllowed;
  }
}
