import { Buckets } from "../kit/buckets";
import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { faultsOfReply, faultsOfRequest } from "./exchange-check";
import type { Client } from "./model";
import { errorReply, refuse, tooManyReply } from "./replies";
import type { World } from "./world";

/** A call that has passed the gate. */
export interface Call {
  request: TwinRequest;
  client: Client;
}

export type ApiHandler = (call: Call) => TwinReply;

const BASE = "/api/v1";
/** Calls that a pause lets through at once. */
const CAPACITY = 4;

/** Key, then rate limit, then the headers: in front of every resource. */
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

  /** Holds both directions against the vendor's file. What the twin refuses is looked at as well. */
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

/** Whose key it is: the bare key, with `Bearer` in front it is another, unknown key. The `token` parameter ended in April 2025. */
export function clientOf(world: World, request: TwinRequest): Client | undefined {
  const key = request.headers.authorization;
  return key ? world.clients.find((client) => client.apiKey === key) : undefined;
}

function checkHeaders({ headers, method }: TwinRequest): void {
  const version = headers["x-version"];
  if (version !== undefined && version !== "default") refuse(400, `Unknown version '${String(version)}'`);
  const isWrite = method === "POST" || method === "PUT";
  const type = headers["content-type"];
  // The vendor takes forms, too; this twin plays JSON only.
  if (isWrite && type !== undefined && !type.startsWith("application/json"))
    refuse(400, "Content-Type must be application/json");
}
