import { newId } from "@/lib/core/formats/ids";
import { AppError } from "@/lib/core/web/errors";
import { problemResponse } from "./problem";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
/** The methods that a route file lacks, and OPTIONS. Next.js derives HEAD from GET. */
type Other<There> = Exclude<Method, keyof There | "HEAD"> | "OPTIONS";

/**
 * Returns handlers for the methods that an address below `/api` does not have, as further exports of its route file.
 * Each answers 405 and lists the existing methods in `Allow` (RFC 9110, 15.5.6). OPTIONS answers 204 with `Allow`.
 * Without them, Next.js answers an empty 405 without `Allow`.
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
