/**
 * What can happen to one payment at GoCardless, as its own documents tell it (reference gocardless.md 9.1): a machine of
 * its own, so that the product's table is held against something it was not copied from.
 */
export type Standing =
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
  standing: Standing;
  /** Where a withdrawn chargeback leads back to. */
  before: Standing;
}

/** `action/cause` where the cause decides. */
const NEXT: Record<Standing, Record<string, Standing | "before">> = {
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
  /** The status it ends in. */
  end: Standing;
}

/** Every life of one to `most` events. */
export function lives(most: number): Life[] {
  const found: Life[] = [];
  const walk = (actions: string[], place: Place): void => {
    if (actions.length > 0) found.push({ actions, end: place.standing });
    if (actions.length === most) return;
    for (const [action, to] of Object.entries(NEXT[place.standing])) {
      // A late failure cannot have its chargeback withdrawn: there was none.
      if (action === "chargeback_cancelled" && place.before === "new") continue;
      // Retried can be what failed, not what a payer has taken back.
      const isTakenBack = place.standing === "chargeback_settled" && place.before !== "new";
      if (action === "resubmission_requested" && isTakenBack) continue;
      // A payer who refuses is not asked again.
      if (action === "resubmission_requested" && actions.at(-1) === "customer_approval_denied") continue;
      const standing = to === "before" ? place.before : to;
      const before = standing === "charged_back" ? place.standing : to === "before" ? "new" : place.before;
      walk([...actions, action], { standing, before });
    }
  };
  walk([], { standing: "new", before: "new" });
  return found;
}

/** Every way in which `count` letters can be delivered in `length` deliveries so that none is missing. */
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
