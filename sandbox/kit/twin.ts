import type { TwinClock } from "./clock";
import type { Faults } from "./faults";
import type { Router } from "./http";
import type { RequestLog } from "./requests";
import type { Store } from "./store";

/** What every twin gets from `sandbox/main.ts`. */
export interface Kit {
  store: Store;
  clock: TwinClock;
  faults: Faults;
  log: RequestLog;
  /** Where the product runs, e.g. http://localhost:3000: redirect uris and webhook urls of the app are below it. */
  appUrl: string;
}

/** What every twin offers to the desk. */
export interface Twin {
  name: string;
  /** Serves the vendor's API and pages. */
  start(port: number): Promise<void>;
  stop(): Promise<void>;
  /** Sends the webhooks that wait and are due. @returns when they are answered */
  sendWebhooks?(): Promise<void>;
  /** Part of GET /state. */
  state(): unknown;
  /** Part of GET /ledger, in the shape of design.md section 5. */
  ledger(): unknown;
  /** Empties the twin; `demo` then lays its seed. */
  reset(scenario: "empty" | "demo"): void;
  /** Adds the routes by which the desk plays this twin's outside world, e.g. POST /lexware/invoices. */
  deskRoutes(router: Router): void;
}
