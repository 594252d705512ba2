/**
 * The control panel plays the outside world: a JSON API for tests and scripts, and a page for people, over all twins.
 * It is not a twin itself: it meets no faults, and its calls are not in the request log.
 */
import type { Server } from "node:http";
import { Faults } from "../kit/faults";
import { portOf, Router, startServer } from "../kit/http";
import { RequestLog } from "../kit/requests";
import { addApi, refusal, type World } from "./api";
import { addPage } from "./page";

export interface Desk {
  url: string;
  stop(): Promise<void>;
}

export async function startDesk(port: number, world: World): Promise<Desk> {
  const router = new Router();
  addPage(world, router);
  addApi(world, router);
  const server = await startServer(port, {
    provider: "desk",
    router,
    faults: new Faults(),
    log: new RequestLog(),
    store: world.kit.store,
    notFound: (reason) =>
      refusal(reason === "path" ? 404 : 405, reason === "path" ? "no such path" : "no such method here"),
    tooMany: () => refusal(429, "too many calls"),
    faultFree: () => true,
  });
  return { url: `http://localhost:${portOf(server)}`, stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
