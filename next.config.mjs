import { createHash } from "node:crypto";
import createNextIntlPlugin from "next-intl/plugin";

/**
 * The ids of server actions depend on this key. A fixed one gives two builds of one source the same ids, so an open page
 * works on both. It needs no secret, because no action has values of its surroundings that would be encrypted with it:
 * `npm run check` refuses such actions.
 */
process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= createHash("sha256").update("einzug").digest("base64");

/** Messages are parsed during the build, not with every request, and the browser loads no parser. */
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/core/i18n.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

/**
 * Headers of every response. Browsers ignore HSTS over plain HTTP, so it is always sent. The content policy forbids
 * everything in responses that are not pages: API calls, downloads, files of the build. For pages, middleware.ts
 * replaces it.
 */
const securityHeaders = Object.entries({
  "Content-Security-Policy":
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)",
}).map(([key, value]) => ({ key, value }));

/** The package that a build makes of the generated database client (scripts/build-database-client.ts); none in development. */
const { EINZUG_DATABASE_CLIENT: databaseClient, EINZUG_DATABASE_CLIENT_LOADER: loader } = process.env;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Named by its sources: a page of one build takes parts from another one of the same sources without a reload.
  generateBuildId: () => process.env.EINZUG_BUILD_ID ?? null,
  // The documented API is called with and without a trailing slash; a redirect would lose the body of a POST.
  skipTrailingSlashRedirect: true,
  // Sends the title with the page to every client. A streamed title was sometimes lost when an open page was refreshed
  // (Next.js 16.4, e2e/title.spec.ts): the tab had no name, and a screen reader had nothing to read.
  htmlLimitedBots: /.*/,
  // Server-only packages that must not be bundled: they read files next to their code, or are native.
  serverExternalPackages: [
    ...["@node-rs/argon2", "gocardless-nodejs", "pg", "pg-boss", "pino", "nodemailer", "pdfkit", "fontkit", "esbuild"],
    ...["@opentelemetry/api", "@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/sdk-trace"],
    ...["@opentelemetry/context-async-hooks", "@opentelemetry/resources"],
    ...(databaseClient ? [databaseClient] : []),
  ],
  turbopack: { resolveAlias: loader ? { "@/lib/core/prisma/client": loader } : {} },
  experimental: {
    // Each page is loaded with its first request: all at once they take a third of web's memory.
    preloadEntriesOnStart: false,
    // Node.js does not read them in production, and writing them costs a tenth of the build.
    turbopackSourceMaps: false,
    // Turbopack writes the generated database client into the chunks of 35 routes and minifies each copy: a third of the
    // build. Off for the demo only (docs/decisions/090).
    turbopackMinify: process.env.EINZUG_BUILD_MINIFY !== "off",
    // Off for the first build of a clone (scripts/build-once.ts).
    turbopackFileSystemCacheForBuild: process.env.EINZUG_BUILD_CACHE !== "off",
  },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
  // `npm run check` checks types, so the build does not.
  typescript: { ignoreBuildErrors: true },
};

export default withNextIntl(config);
