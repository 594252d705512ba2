/** Allows a call a tenth early, to tolerate network jitter. */
const TOLERANCE = 0.1;

/** The vendors' rate limit, one token bucket per caller: it holds some calls and is refilled at a rate per second. */
export class Buckets {
  private readonly buckets = new Map<string, { calls: number; at: number }>();

  /** @param capacity how many calls are allowed at once after a pause */
  constructor(
    private readonly capacity: number,
    private readonly perSecond: () => number,
  ) {}

  /**
   * Takes one call from the caller's bucket; false if it is empty. Uses the machine's time: moving the twin's clock
   * must not fill the bucket.
   */
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
