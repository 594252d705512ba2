import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { doors } from "@/lib/accounts/sign-in/access";
import { sessionCookieName } from "@/lib/auth/sessions/cookie";
import { authOptions } from "@/lib/auth/sessions/next-auth";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import { AppError } from "@/lib/core/web/errors";
import { requireOwnOrigin } from "@/lib/http/access";
import { readBytes } from "@/lib/http/body/bytes";
import { MAX_SIGN_IN_BYTES } from "@/lib/http/body/limits";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { problemResponse } from "@/lib/http/refusals/problem";

const CALLS = ["signin", "signout", "callback", "session", "csrf", "providers", "error", "verify-request", "_log"];

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handler(request: Request, context: Context): Promise<Response> {
  // next-auth 4 reads the parameters as plain values; Next.js 16 passes a promise.
  const params = await context.params;
  // next-auth looks call names up in plain objects, and would find inherited properties such as `constructor`.
  if (!CALLS.includes(params.nextauth[0] ?? "")) return problemResponse(new AppError("not_found"), newId("request"));
  const refusal = request.method === "GET" ? undefined : refusalOf(request);
  if (refusal) return refusal;
  // next-auth reads bodies of any size, so the body is read here first, up to a limit.
  const bounded = await boundedRequest(request);
  if (!bounded) return problemResponse(new AppError("request_too_large"), newId("request"));
  const stays = request.method === "POST" && (await isStaying(bounded.clone()));
  const response = (await NextAuth(authOptions(doors))(bounded, { params })) as Response;
  return withCookieLifetime(response, params.nextauth[0] === "callback" && stays);
}

/** Returns the same request with its body read; undefined if the body exceeds `MAX_SIGN_IN_BYTES`. */
async function boundedRequest(request: Request): Promise<NextRequest | undefined> {
  const { url, method, headers } = request;
  if (method !== "POST") return new NextRequest(url, { method, headers });
  const body = await readBytes(request, MAX_SIGN_IN_BYTES);
  return body && new NextRequest(url, { method, headers, body });
}

/** Returns a refusal if the request comes from another site. next-auth would compare its own token only later. */
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
 * Removes the expiry date from the session cookie, unless the person asked to stay logged in. next-auth gives every
 * session cookie a date, and renews it on each request for the session. Without a date the cookie is deleted when the
 * browser closes. An emptied cookie (sign-out) stays unchanged.
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
