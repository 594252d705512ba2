import { Buckets } from "../kit/buckets";
import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import type { Connection, Organisation } from "./model";
import { gatewayError, refuse } from "./replies";
import type { World } from "./world";

/** An API call that has passed the checks of the gate. */
export interface Call {
  request: TwinRequest;
  connection: Connection;
  organisation: Organisation;
}

export type ApiHandler = (call: Call) => TwinReply | Promise<TwinReply>;

/** How many calls are allowed at once after a pause. */
const CAPACITY = 2;

/** Checks token, then rate limit, then scope before every resource, in the order of the real gateway. */
export class Gate {
  private readonly buckets = new Buckets(CAPACITY, () => this.world.options.requestsPerSecond);

  constructor(
    private readonly world: World,
    private readonly router: Router,
  ) {}

  on(method: string, pattern: string, scope: string | null, handler: ApiHandler): this {
    this.router.on(method, pattern, this.guard(scope, handler));
    return this;
  }

  private guard(scope: string | null, handler: ApiHandler): Handler {
    return (request) => {
      const connection = connectionOf(this.world, request);
      if (!connection) throw new ReplyError(gatewayError(401, "Unauthorized"));
      if (!this.buckets.take(connection.id)) throw new ReplyError(gatewayError(429, "Rate limit exceeded"));
      if (scope && !connection.scopes.includes(scope))
        refuse(this.world, request, 403, `Insufficient scope: '${scope}' is required.`);
      const organisation = this.world.organisations.get(connection.organisationId);
      if (!organisation) throw new ReplyError(gatewayError(401, "Unauthorized"));
      return handler({ request, connection, organisation });
    };
  }
}

/** Returns the connection of a call's token; undefined once the token has ended. */
export function connectionOf(world: World, request: TwinRequest): Connection | undefined {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (!token) return undefined;
  const connection = world.connections.by("accessToken", token)[0];
  if (!connection || connection.accessEndsAt <= world.kit.clock.now().getTime()) return undefined;
  return connection;
}
