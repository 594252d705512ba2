import * as kinds from "./crash-kinds";
import type { Place } from "./place";

export interface Struck {
  /**
   * Resolves when the killed process was restarted and the provocation has ended. The product may have recovered before
   * or after that.
   */
  restarted: Promise<void>;
  /** When the crash happened, if that was some time after it was drawn. */
  startedAt?: number;
  /** Resolves when a frozen process has resumed and ended. */
  lingers?: Promise<void>;
}

/** Resolves after the crash, so that a probe sent later tests the recovery. */
type Strike = (place: Place) => Promise<Struck>;
const notAwaited =
  (strike: (place: Place) => Promise<void>): Strike =>
  async (place) => ({ restarted: strike(place) });
const awaited =
  (strike: (place: Place) => Promise<void>): Strike =>
  async (place) => {
    await strike(place);
    return { restarted: Promise.resolve() };
  };

/** Longest wait for a delivery to a supplier's program, during which the worker is killed. */
const WEBHOOK_MS = 20_000;
let webhookKills = 0;

export const CRASHES = {
  worker: notAwaited(({ stack, running }) => kinds.killAndStart(stack, running, "worker")),
  "worker frozen": async ({ stack, running }) => {
    running.worker.hold(true);
    const { gone } = await kinds.standInForWorker(stack, running);
    return { restarted: Promise.resolve(), lingers: gone };
  },
  "worker at a webhook": async ({ stack, running, receiver }) => {
    webhookKills += 1;
    let startedAt = performance.now();
    const kill = async () => {
      startedAt = performance.now();
      await running.worker.stop("SIGKILL");
    };
    const isHit = await receiver.atNext(webhookKills % 2 === 1 ? "before" : "after", kill, WEBHOOK_MS);
    if (!isHit) {
      console.log("  no webhook came");
      await kill();
    }
    return { startedAt, restarted: kinds.startAgain(stack, running, "worker") };
  },
  web: notAwaited(({ stack, running }) => kinds.killAndStart(stack, running, "web")),
  "web and worker": notAwaited(async ({ stack, running }) => {
    await Promise.all([kinds.killAndStart(stack, running, "web"), kinds.killAndStart(stack, running, "worker")]);
  }),
  "database backend": awaited(({ stack }) => kinds.killBackend(stack)),
  "database restart": notAwaited(({ stack, running }) => kinds.restartPostgres(stack, running, "SIGINT")),
  "database kill": notAwaited(({ stack, running }) => kinds.restartPostgres(stack, running, "SIGKILL")),
  connections: awaited(({ stack }) => kinds.cutConnections(stack)),
  pool: async ({ stack }) => ({ restarted: (await kinds.exhaustPool(stack))() }),
  "disk full": notAwaited(({ stack, running }) => kinds.fillDisk(stack, running)),
} satisfies Record<string, Strike>;
