/**
 * DATEV as the product sees it: sign-in (OpenID Connect with PKCE) and "accounting:extf-files", the upload of files to
 * the data centre. Control panel routes play the tax adviser. It shares no code with the product.
 *
 * From DATEV's OpenAPI file: paths, headers and their patterns, 202 with `Location` and `Retry-After`, jobs and their
 * fields. Also ids and texts of problems, limits of size and rows, encodings by their byte order marks, `skip` and
 * `top`.
 *
 * Guessed, so tests must not rely on it: that a job is pending once and then done, and the order of the list of jobs.
 * Likewise the accepted versions of the other categories, and the lifetimes of tokens and the rotation of refresh
 * tokens. Finally the 20 characters of `state` and `nonce`, and 401 for a missing program id.
 *
 * Not implemented: other services of DATEV, viruses, the identity token's signature.
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
  /** The twin's address, once started. */
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
