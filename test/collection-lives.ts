/**
 * The statuses of one payment as GoCardless documents them (reference gocardless.md 9.1). This state machine is
 * independent of the product's table, which is tested against it.
 */
export type PaymentStatus =
  | "new"
  | "created"
  | "submitted"
  | "confirmed"
  | "paid_out"
  | "failed"
  | "late_failure"
  | "charged_back"
  | "chargeback_settled"
  | "cancelled"
  | "mandate_expired";

interface Place {
  standing: PaymentStatus;
  /** The status to which a cancelled chargeback returns. */
  before: PaymentStatus;
}

/** `action/cause` where the cause decides. */
const NEXT: Record<PaymentStatus, Record<string, PaymentStatus | "before">> = {
  new: { created: "created" },
  created: {
    customer_approval_denied: "failed",
    submitted: "submitted",
    cancelled: "cancelled",
    "cancelled/mandate_expired": "mandate_expired",
  },
  submitted: { confirmed: "confirmed", failed: "failed", charged_back: "charged_back" },
  confirmed: { paid_out: "paid_out", failed: "late_failure", charged_back: "charged_back" },
  paid_out: { failed: "late_failure", charged_back: "charged_back" },
  failed: { resubmission_requested: "created" },
  late_failure: { late_failure_settled: "chargeback_settled", resubmission_requested: "created" },
  charged_back: { chargeback_settled: "chargeback_settled", chargeback_cancelled: "before" },
  chargeback_settled: { chargeback_cancelled: "before", resubmission_requested: "created" },
  cancelled: {},
  mandate_expired: {},
};

export interface Life {
  actions: string[];
  /** The final status. */
  end: PaymentStatus;
}

/** Returns every sequence of one to `most` events. */
export function lives(most: number): Life[] {
  const found: Life[] = [];
  const walk = (actions: string[], place: Place): void => {
    if (actions.length > 0) found.push({ actions, end: place.standing });
    if (actions.length === most) return;
    for (const [action, to] of Object.entries(NEXT[place.standing])) {
      // A late failure has no chargeback that could be cancelled.
      if (action === "chargeback_cancelled" && place.before === "new") continue;
      // A failed payment can be retried, but not one that the payer charged back.
      const isTakenBack = place.standing === "chargeback_settled" && place.before !== "new";
      if (action === "resubmission_requested" && isTakenBack) continue;
      // A payment that the payer refused is not resubmitted.
      if (action === "resubmission_requested" && actions.at(-1) === "customer_approval_denied") continue;
      const standing = to === "before" ? place.before : to;
      const before = standing === "charged_back" ? place.standing : to === "before" ? "new" : place.before;
      walk([...actions, action], { standing, before });
    }
  };
  walk([], { standing: "new", before: "new" });
  return found;
}

/** Returns every way to deliver `count` events in `length` deliveries so that none is missing. */
export function* deliveries(count: number, length: number): Generator<number[]> {
  const word: number[] = [];
  yield* fill();

  function* fill(): Generator<number[]> {
    const missing = count - new Set(word).size;
    if (word.length === length) {
      if (missing === 0) yield [...word];
      return;
    }
    if (missing > length - word.length) return;
    for (let letter = 0; letter < count; letter += 1) {
      word.push(letter);
      yield* fill();
      word.pop();
    }
  }
}
