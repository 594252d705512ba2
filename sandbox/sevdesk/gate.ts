import { Buckets } from "../kit/buckets";
import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { faultsOfReply, faultsOfRequest } from "./exchange-check";
import type { Client } from "./model";
import { errorReply, refuse, tooManyReply } from "./replies";
import type { World } from "./world";

/** A call that has passed the checks of the gate. */
export interface Call {
  request: TwinRequest;
  client: Client;
}

export type ApiHandler = (call: Call) => TwinReply;

const BASE = "/api/v1";
/** How many calls are allowed at once after a pause. */
const CAPACITY = 4;

/** Checks key, then rate limit, then headers before every resource. */
export class Gate {
  private readonly buckets = new Buckets(CAPACITY, () => this.world.options.requestsPerSecond);

  constructor(
    private readonly world: World,
    private readonly router: Router,
  ) {}

  on(method: string, pattern: string, handler: ApiHandler): this {
    this.router.on(method, `${BASE}${pattern}`, this.guard(this.witness(`${method} ${pattern}`, handler)));
    return this;
  }

  /** Compares request and answer with the vendor's file, also for calls that the twin refuses. */
  private witness(name: string, handler: ApiHandler): ApiHandler {
    return (call) => {
      this.world.noteMistakes(faultsOfRequest(name, call.request));
      const reply = handler(call);
      this.world.noteMistakes(faultsOfReply(name, reply));
      return reply;
    };
  }

  private guard(handler: ApiHandler): Handler {
    return (request) => {
      const client = clientOf(this.world, request);
      if (!client) throw new ReplyError(errorReply(401, "Authentication required", 151));
      if (!this.buckets.take(client.id)) throw new ReplyError(tooManyReply());
      checkHeaders(request);
      return handler({ request, client });
    };
  }
}

/**
 * Returns the account of a key. The key is sent alone; with `Bearer` in front it is unknown. The `token` parameter
 * ended in April 2025.
 */
export function clientOf(world: World, request: TwinRequest): Client | undefined {
  const key = request.headers.authorization;
  return key ? world.clients.find((client) => client.apiKey === key) : undefined;
}

function checkHeaders({ headers, method }: TwinRequest): void {
  const version = headers["x-version"];
  if (version !== undefined && version !== "default") refuse(400, `Unknown version '${String(version)}'`);
  const isWrite = method === "POST" || method === "PUT";
  const type = headers["content-type"];
  // The vendor also accepts forms; this twin accepts JSON only.
  if (isWrite && type !== undefined && !type.startsWith("application/json"))
    refuse(400, "Content-Type must be application/json");
}
