import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
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
/** A pause lets this many calls through at once; a tenth of a call is let through early, for jitter on the way. */
const CAPACITY = 4;
const TOLERANCE = 0.1;

/** Key, then rate limit, then the headers: in front of every resource. */
export class Gate {
  private readonly buckets = new Map<string, { calls: number; at: number }>();

  constructor(
    private readonly world: World,
    private readonly router: Router,
  ) {}

  on(method: string, pattern: string, handler: ApiHandler): this {
    this.router.on(method, `${BASE}${pattern}`, this.guard(handler));
    return this;
  }

  private guard(handler: ApiHandler): Handler {
    return (request) => {
      const client = this.findClient(request);
      if (!client) throw new ReplyError(errorReply(401, "Authentication required", 151));
      if (!this.takeFromBucket(client.id)) throw new ReplyError(tooManyReply());
      checkHeaders(request);
      return handler({ request, client });
    };
  }

  /** The bare key: with `Bearer` in front it is another, unknown key. The `token` parameter ended in April 2025. */
  private findClient(request: TwinRequest): Client | undefined {
    const key = request.headers.authorization;
    return key ? this.world.clients.find((client) => client.apiKey === key) : undefined;
  }

  /** Runs on the machine's time: moving the twin's clock must not fill the bucket. */
  private takeFromBucket(clientId: string): boolean {
    const now = performance.now();
    const bucket = this.buckets.get(clientId) ?? { calls: CAPACITY, at: now };
    const refilled = bucket.calls + ((now - bucket.at) / 1_000) * this.world.options.requestsPerSecond;
    const calls = Math.min(CAPACITY, refilled);
    const isAllowed = calls >= 1 - TOLERANCE;
    this.buckets.set(clientId, { calls: isAllowed ? calls - 1 : calls, at: now });
    return isAllowed;
  }
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
