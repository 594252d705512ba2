import { type NextRequest, NextResponse } from "next/server";
import { sessionCookieName } from "./lib/auth/sessions/cookie";
import { DISCOUNT_COOKIE } from "./lib/core/money/discount";
import { ADDRESS_HEADER } from "./lib/core/web/address";

/** Paths that need no session. Every other path belongs to the signed-in area, also one that does not exist. */
const PUBLIC_PATHS = [
  /^\/(login|register|forgotten-password|reset-password|confirm-address|invitation|faq|api-docs|status|changelog|consent|service-down|imprint|privacy|terms)\/?$/,
  /^\/(GoCardlessUnauthenticated|erpUnauthenticated)\/?$/,
  /^\/service\/login\/?$/,
  /^\/(m|n)\//,
  /^\/notifications\//,
  /^\/api\/connect\//,
  // Files in public/. If there is no such file, the not-found page checks the session.
  /\.[a-z0-9]{2,5}$/,
];
const API = /^\/api(\/(?!connect\/)|$)/;
/** The default destination after sign-in; the sign-in address names only other destinations. */
const HOME = "/app";
const DISCOUNT_SECONDS = 30 * 24 * 3600;

const appUrl = process.env.APP_URL ?? "";
const isSecure = appUrl.startsWith("https://");

/**
 * Redirects a visitor without a session cookie to the sign-in page, which gets the wanted path as a parameter. Whether
 * the cookie is worth something is the question of the code that reads data (`pageAccount`, `requireCaller`): it
 * decrypts the cookie anyway, and each decryption takes a twentieth of a page's time.
 */
export function middleware(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (API.test(pathname)) return NextResponse.next();
  if (!isReadable(pathname, search)) return new NextResponse(null, { status: 400 });
  if (!PUBLIC_PATHS.some((pattern) => pattern.test(pathname)) && !request.cookies.has(sessionCookieName(appUrl))) {
    const login = new URL("/login", appUrl || request.url);
    const path = pathname === "/" ? HOME : pathname;
    if (path !== HOME || search) login.searchParams.set("path", path + search);
    return NextResponse.redirect(login);
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next.js reads the nonce from this header and adds it to its own scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  headers.set(ADDRESS_HEADER, pathname + search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  rememberDiscount(request, response);
  return response;
}

/**
 * True if the path is valid UTF-8 and neither path nor query contains a NUL character; no page handles other addresses.
 */
function isReadable(pathname: string, search: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0") && !/%00/.test(search);
  } catch {
    return false;
  }
}

/**
 * Returns the Content-Security-Policy. A script needs this response's nonce, or a loader that has it. The pages cannot
 * be framed, and nothing loads from other origins.
 */
function contentPolicy(nonce: string): string {
  const inDevelopment = process.env.NODE_ENV === "development";
  const rules = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${inDevelopment ? " 'unsafe-eval'" : ""}`,
    // Charts and toasts position themselves with style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${inDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return (isSecure ? [...rules, "upgrade-insecure-requests"] : rules).join("; ");
}

/** Stores the discount code of a campaign link in a cookie: the link may lead to any page before the registration. */
function rememberDiscount(request: NextRequest, response: NextResponse): void {
  const code = request.nextUrl.searchParams.get("discount");
  if (!code || !/^[\w-]{1,40}$/.test(code)) return;
  response.cookies.set(DISCOUNT_COOKIE, code, {
    maxAge: DISCOUNT_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    path: "/",
  });
}

export const config = {
  // The middleware skips API calls (the request guard refuses unreadable addresses), files of the build, and uploads.
  // Next.js copies every body that passes the middleware into memory, up to 10 MiB, and drops the rest.
  matcher: ["/((?!api/(?!connect/)|_next/|app/datev/import(?!/)|app/e-invoices/upload(?!/)).*)"],
};
