import type { Chance } from "../chance";
import type { Installation } from "./installation";
import type { WebhookReceiver } from "./webhook-receiver";

/** The installation under test, and how it is crashed. */
export interface Place extends Installation {
  chance: Chance;
  hasSmallDisk: boolean;
  isShort: boolean;
  /** How many calls to vendors it took to connect the suppliers. */
  laidRequests: number;
  /** Receives the webhooks of the suppliers that there are at the beginning. */
  receiver: WebhookReceiver;
}
