import { type CallFault, Faults } from "../../sandbox/kit/faults";
import { placeOf } from "../lives/weather";

/** A call of a step: its place ("gocardless POST /payments"), and how many calls of the same place came before it. */
export interface Call {
  place: string;
  turn: number;
}

/** The calls that a vendor got while it was watched. */
export interface Watch {
  calls: Call[];
  /** The planned fault, until its call comes. */
  waiting: { call: Call; kind: CallFault } | undefined;
}

/**
 * Injects one fault into one call of one step. Each vendor is watched separately, so that steps of different vendors
 * may run in parallel. Calls that are not watched, such as the set-up of a step and the check afterwards, meet no
 * fault.
 */
export class OneFault extends Faults {
  private readonly watches = new Map<string, Watch>();

  /** Records calls to this vendor from now on; the named call meets the fault. */
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
