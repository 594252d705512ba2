import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { problemResponse } from "./problem";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
/** Next.js makes HEAD of GET itself. */
type Other<There> = Exclude<Method, keyof There | "HEAD"> | "OPTIONS";

/**
 * The methods that an address below `/api` does not have, as the other exports of its route file. Each refuses with 405 and
 * names in `Allow` what is there (RFC 9110, 15.5.6); OPTIONS only names it. By itself, Next.js answers an empty 405 with
 * neither.
 *
 * @param there the methods of the route file
 */
export function otherMethods<There extends Partial<Record<Method, unknown>>>(
  there: There,
): Record<Other<There>, () => Response> {
  const has = (method: Method) => method in there || (method === "HEAD" && "GET" in there);
  const allow = [...METHODS.filter(has), "OPTIONS"].join(", ");
  const refuse = () => {
    const refusal = new AppError("method_not_allowed", `Allowed are ${allow}.`);
    const response = problemResponse(refusal, newId("request"));
    response.headers.set("allow", allow);
    return response;
  };
  const others = METHODS.filter((method) => !has(method)).map((method) => [method, refuse] as const);
  const tell = () => new Response(null, { status: 204, headers: { allow } });
  return Object.fromEntries([...others, ["OPTIONS", tell]]) as Record<Other<There>, () => Response>;
}
