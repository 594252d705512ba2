import type { Chance } from "../chance";
import type { Installation } from "./installation";

/** The installation under test, and how it is crashed. */
export interface Place extends Installation {
  chance: Chance;
  hasSmallDisk: boolean;
  isShort: boolean;
  /** How many calls to vendors it took to connect the suppliers. */
  laidRequests: number;
}
