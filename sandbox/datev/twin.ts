/**
 * DATEV as the product sees it: sign-in (OpenID Connect with PKCE) and "accounting:extf-files", the upload of files to
 * the data centre, and a desk side on which the tax adviser acts. It shares no code with the product.
 *
 * From DATEV's OpenAPI file: paths, headers and their patterns, 202 with `Location` and `Retry-After`, jobs and their
 * fields, ids and words of the problems, limits of size and rows, encodings by their marks, `skip` and `top`.
 *
 * Guessed, so do not lean on it: that a job is pending once and then done; the order of the list of jobs; which versions
 * of the other categories are taken; the lifetimes of tokens and that refresh tokens turn over; 20 characters of `state`
 * and `nonce`; 401 for a missing program id.
 *
 * Left out: other services of DATEV, viruses, the identity token's signature.
 */
import type { Server } from "node:http";
import { portOf, Router, startServer } from "../kit/http";
import type { Kit, Twin } from "../kit/twin";
import { addDeskRoutes } from "./desk";
import { addFiles, BASE } from "./files";
import { addOAuth } from "./oauth";
import { problemReply, tooManyReply } from "./replies";
import { CLIENT_ID, CLIENT_SECRET, type Job, World } from "./world";

export interface DatevTwin extends Twin {
  /** Where the twin listens, once started. */
  readonly origin: string;
}

export function createDatevTwin(kit: Kit): DatevTwin {
  const world = new World(kit);
  const router = new Router();
  addOAuth(world, router);
  addFiles(world, router);
  let server: Server | undefined;
  let origin = "";
  return {
    name: "datev",
    get origin() {
      return origin;
    },
    async start(port) {
      // A store from before this twin existed has no clients yet.
      if (world.clients.size === 0) world.lay();
      server = await startServer(port, {
        provider: "datev",
        router,
        faults: kit.faults,
        log: kit.log,
        store: kit.store,
        notFound: (reason) =>
          problemReply(reason === "path" ? 404 : 405, {
            title: reason === "path" ? "Not Found" : "Method Not Allowed",
          }),
        tooMany: tooManyReply,
        cutPage: (body) => (Array.isArray(body) ? body.slice(0, Math.floor(body.length / 2)) : undefined),
      });
      origin = `http://localhost:${portOf(server)}`;
    },
    async stop() {
      const closing = server;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
    state: () => ({
      apiUrl: `${origin}${BASE}`,
      authorizeUrl: `${origin}/openid/authorize`,
      tokenUrl: `${origin}/token`,
      revokeUrl: `${origin}/revoke`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      clients: world.clients.all(),
      sessions: world.sessions.size,
      jobs: world.jobs.all().map(jobState),
    }),
    ledger: () => ({ batches: world.jobs.filter((job) => job.problem === null).map(jobState) }),
    reset() {
      world.clear();
      world.lay();
    },
    deskRoutes: (desk) => addDeskRoutes(world, desk),
  };
}

function jobState({ id, clientId, filename, referenceId, facts, problem, timestamp }: Job): Record<string, unknown> {
  return {
    ...{ id, client: clientId, filename, reference: referenceId, at: timestamp, records: facts.recordCount },
    ...{ result: problem ? "failed" : "succeeded", problem: problem?.detail ?? null },
  };
}
