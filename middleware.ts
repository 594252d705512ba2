import { type NextRequest, NextResponse } from "next/server";
import { getToken } from "next-auth/jwt";
import { sessionCookieName } from "./lib/auth/session-cookie";
import { ADDRESS_HEADER } from "./lib/core/address";
import { DISCOUNT_COOKIE } from "./lib/core/discount";

/** Everything else belongs to the signed-in area, also addresses that do not exist. */
const PUBLIC_PATHS = [
  /^\/(login|register|forgotten-password|reset-password|confirm-address|invitation|faq|consent|service-down|imprint|privacy|terms)\/?$/,
  /^\/(GoCardlessUnauthenticated|erpUnauthenticated)\/?$/,
  /^\/service\/login\/?$/,
  /^\/m\//,
  /^\/notifications\//,
  /^\/api\/connect\//,
  // Files in public/. Where there is none, the page that says so looks for the session itself.
  /\.[a-z0-9]{2,5}$/,
];
const API = /^\/api(\/(?!connect\/)|$)/;
/** Where to go after the sign-in; `/app` is where everybody goes, so it needs no saying. */
const HOME = "/app";
const DISCOUNT_SECONDS = 30 * 24 * 3600;

const appUrl = process.env.APP_URL ?? "";
const isSecure = appUrl.startsWith("https://");

/**
 * Sends people without a readable, unexpired session to the sign-in and remembers where they wanted to go.
 * Only the cookie is looked at; that session and membership still exist is checked where data is read.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  if (API.test(pathname)) return NextResponse.next();
  if (!isReadable(pathname, search)) return new NextResponse(null, { status: 400 });
  if (!PUBLIC_PATHS.some((pattern) => pattern.test(pathname)) && !(await hasSession(request))) {
    const login = new URL("/login", appUrl || request.url);
    const path = pathname === "/" ? HOME : pathname;
    if (path !== HOME || search) login.searchParams.set("path", path + search);
    return NextResponse.redirect(login);
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next.js puts the nonce that it finds here on its own scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  headers.set(ADDRESS_HEADER, pathname + search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  rememberDiscount(request, response);
  return response;
}

/** An address that is not UTF-8, or asks for what no text can hold, means nothing to anybody behind here. */
function isReadable(pathname: string, search: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0") && !/%00/.test(search);
  } catch {
    return false;
  }
}

async function hasSession(request: NextRequest): Promise<boolean> {
  const token = await getToken({
    req: request,
    secret: process.env.AUTH_SECRET,
    cookieName: sessionCookieName(appUrl),
  }).catch(() => null);
  return !!token?.customerId;
}

/** Scripts run only with this answer's nonce, or loaded by one that has it; nothing is framed, nothing comes from elsewhere. */
function contentPolicy(nonce: string): string {
  const inDevelopment = process.env.NODE_ENV === "development";
  const rules = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${inDevelopment ? " 'unsafe-eval'" : ""}`,
    // Charts and toasts place themselves by style attributes.
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

/** A campaign's link may lead to any page before the registration. */
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
  // The API answers for itself (the guard of requests has refused addresses that cannot be read), and so does the output of the
  // build. So do uploads: Next.js copies each body that comes past here into memory, up to 10 MiB, and drops what is beyond.
  matcher: ["/((?!api/(?!connect/)|_next/|app/datev/import(?!/)).*)"],
};
