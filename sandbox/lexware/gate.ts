import { Buckets } from "../kit/buckets";
import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import type { Connection, Organisation } from "./model";
import { gatewayError, refuse } from "./replies";
import type { World } from "./world";

/** A call to the API that has passed the gate. */
export interface Call {
  request: TwinRequest;
  connection: Connection;
  organisation: Organisation;
}

export type ApiHandler = (call: Call) => TwinReply | Promise<TwinReply>;

/** Calls that a pause lets through at once. */
const CAPACITY = 2;

/** Token, then rate limit, then scope: in front of every resource, in the order in which the real gateway asks. */
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

/** The connection that a call's token belongs to; undefined once the token has ended. */
export function connectionOf(world: World, request: TwinRequest): Connection | undefined {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (!token) return undefined;
  const connection = world.connections.find((one) => one.accessToken === token);
  if (!connection || connection.accessEndsAt <= world.kit.clock.now().getTime()) return undefined;
  return connection;
}
