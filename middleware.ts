import { type NextRequest, NextResponse } from "next/server";
import { getToken } from "next-auth/jwt";
import { ADDRESS_HEADER } from "@/lib/core/locales";

/** Everything else belongs to the signed-in area, also addresses that do not exist. */
const PUBLIC_PATHS = [
  /^\/(login|register|forgotten-password|reset-password|faq|service-down|imprint|privacy|terms)\/?$/,
  /^\/(GoCardlessUnauthenticated|erpUnauthenticated)\/?$/,
  /^\/service\/login\/?$/,
  /^\/m\//,
];

/**
 * Sends people without a readable, unexpired session to the sign-in and remembers where they wanted to go.
 * Only the cookie is looked at; that the membership still exists is checked where data is read.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  if (PUBLIC_PATHS.some((pattern) => pattern.test(pathname))) return goOn(request);
  const isSecure = (process.env.APP_URL ?? "").startsWith("https://");
  const token = await getToken({
    req: request,
    secret: process.env.AUTH_SECRET,
    cookieName: isSecure ? "__Secure-next-auth.session-token" : "next-auth.session-token",
  }).catch(() => null);
  if (token?.customerId) return goOn(request);
  const login = new URL("/login", process.env.APP_URL ?? request.url);
  const path = pathname === "/" ? "/app" : pathname;
  if (path !== "/app" || search) login.searchParams.set("path", path + search);
  return NextResponse.redirect(login);
}

function goOn(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.next({ request: { headers } });
}

export const config = {
  // The API answers for itself; build output and files in public/ (they have an extension) need no session.
  matcher: ["/((?!api/|_next/|.*\\.[a-z0-9]{2,5}$).*)"],
};
