import type { TwinClock } from "./clock";
import type { Faults } from "./faults";
import type { Router } from "./http";
import type { Post } from "./post";
import type { RequestLog } from "./requests";
import type { Store } from "./store";

/** What `sandbox/main.ts` passes to every twin. */
export interface Kit {
  store: Store;
  clock: TwinClock;
  faults: Faults;
  log: RequestLog;
  /** Base address of the product, e.g. http://localhost:3000. The app's redirect URIs and webhook URLs are below it. */
  appUrl: string;
  /** Replaces how webhooks are sent. */
  post?: Post;
}

/** What every twin offers to the control panel. */
export interface Twin {
  name: string;
  /** Serves the vendor's API and pages. */
  start(port: number): Promise<void>;
  stop(): Promise<void>;
  /** Sends the waiting webhooks that are due. @returns when they are answered */
  sendWebhooks?(): Promise<void>;
  /** The twin's part of GET /state. */
  state(): unknown;
  /** The twin's part of GET /ledger, in the shape of design.md section 5. */
  ledger(): unknown;
  /** Empties the twin; `demo` then inserts the demo data. */
  reset(scenario: "empty" | "demo"): void;
  /** Adds the routes through which the control panel plays this twin's outside world, e.g. POST /lexware/invoices. */
  deskRoutes(router: Router): void;
}
