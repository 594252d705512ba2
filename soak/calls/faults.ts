import { type CallFault, Faults } from "../../sandbox/kit/faults";
import { placeOf } from "../lives/weather";

/** A call of a step: its place ("gocardless POST /payments"), and how many of the same came before it. */
export interface Call {
  place: string;
  turn: number;
}

/** What a vendor is asked while somebody watches. */
export interface Watch {
  calls: Call[];
  /** Set while the fault that was laid has not met its call. */
  waiting: { call: Call; kind: CallFault } | undefined;
}

/**
 * One fault at one call of one step, and none beside it. Vendors are watched each for itself, so that their steps may run
 * side by side; what nobody watches (how a step is laid, and what it has left) meets nothing.
 */
export class OneFault extends Faults {
  private readonly watches = new Map<string, Watch>();

  /** From now on calls to this vendor are noted; the one that is named meets the fault. */
  watch(vendor: string, waiting?: Watch["waiting"]): Watch {
    const watch: Watch = { calls: [], waiting };
    this.watches.set(vendor, watch);
    return watch;
  }

  endWatch(vendor: string): void {
    this.watches.delete(vendor);
  }

  override forCall(provider: string, method: string, path: string): CallFault | undefined {
    const watch = this.watches.get(provider);
    if (!watch) return undefined;
    const place = placeOf(provider, method, path);
    const turn = watch.calls.filter((call) => call.place === place).length;
    watch.calls.push({ place, turn });
    const { waiting } = watch;
    if (waiting?.call.place !== place || waiting.call.turn !== turn) return undefined;
    watch.waiting = undefined;
    return waiting.kind;
  }

  override forWebhook(): undefined {
    return undefined;
  }
}
