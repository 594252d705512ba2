import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { doors } from "@/lib/accounts/sign-in-access";
import { authOptions } from "@/lib/auth/next-auth";
import { sessionCookieName } from "@/lib/auth/session-cookie";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { requireOwnOrigin } from "@/lib/http/access";
import { MAX_SIGN_IN_BYTES } from "@/lib/http/body-limits";
import { readBytes } from "@/lib/http/bytes";
import { otherMethods } from "@/lib/http/other-methods";
import { problemResponse } from "@/lib/http/problem";

const CALLS = ["signin", "signout", "callback", "session", "csrf", "providers", "error", "verify-request", "_log"];

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handler(request: Request, context: Context): Promise<Response> {
  // next-auth 4 reads the parameters as plain values, Next.js 16 hands them over as a promise.
  const params = await context.params;
  // It looks names up in plain objects, and finds there what every object has.
  if (!CALLS.includes(params.nextauth[0] ?? "")) return problemResponse(new AppError("not_found"), newId("request"));
  const refusal = request.method === "GET" ? undefined : refusalOf(request);
  if (refusal) return refusal;
  // It reads bodies of any size; this one has been read up to a limit before.
  const bounded = await boundedRequest(request);
  if (!bounded) return problemResponse(new AppError("request_too_large"), newId("request"));
  const stays = request.method === "POST" && (await isStaying(bounded.clone()));
  const response = (await NextAuth(authOptions(doors))(bounded, { params })) as Response;
  return withCookieLifetime(response, params.nextauth[0] === "callback" && stays);
}

/** The same request with a body of a few kilobytes at most; undefined if it is larger. */
async function boundedRequest(request: Request): Promise<NextRequest | undefined> {
  const { url, method, headers } = request;
  if (method !== "POST") return new NextRequest(url, { method, headers });
  const body = await readBytes(request, MAX_SIGN_IN_BYTES);
  return body && new NextRequest(url, { method, headers, body });
}

/** next-auth compares a token of its own; a page that is not ours does not even get that far. */
function refusalOf(request: Request): Response | undefined {
  try {
    requireOwnOrigin(request.headers);
    return undefined;
  } catch (error) {
    return problemResponse(error, newId("request"));
  }
}

async function isStaying(request: Request): Promise<boolean> {
  const form = await request.formData().catch(() => undefined);
  return form?.get("stay") === "true";
}

/**
 * next-auth gives every session cookie a date, and renews it when asked for the session. Ours has one only for those
 * who asked to stay logged in: all others' go with the browser. An emptied cookie (sign-out) is left as it is.
 */
function withCookieLifetime(response: Response, stays: boolean): Response {
  if (stays) return response;
  const cookies = response.headers.getSetCookie();
  const name = sessionCookieName(env().APP_URL);
  response.headers.delete("set-cookie");
  for (const cookie of cookies) {
    const isSession = cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`);
    response.headers.append("set-cookie", isSession ? cookie.replace(/; (Expires|Max-Age)=[^;]*/gi, "") : cookie);
  }
  return response;
}

export { handler as GET, handler as POST };

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET: handler, POST: handler });
