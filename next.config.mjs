import createNextIntlPlugin from "next-intl/plugin";

/** Texts are parsed when we build, not with every request, and no parser travels to the browser. */
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/core/i18n.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

/**
 * Of every answer. Browsers ignore HSTS on plain http, so it may always be sent. Nothing runs in what is no page: calls,
 * downloads, output of the build. Pages have a policy of their own, which middleware.ts puts in the place of this one.
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

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The documented API is called with and without a trailing slash; a redirect would lose the body of a POST.
  skipTrailingSlashRedirect: true,
  // Titles come with their page, for everybody. Streamed after it, one got lost now and then when an open page was brought
  // up to date (Next.js 16.4, e2e/title.spec.ts): the tab was nameless, and a screen reader had nothing to read.
  htmlLimitedBots: /.*/,
  // Server-only packages that must not be bundled: they read files beside them or are native.
  serverExternalPackages: [
    ...["@node-rs/argon2", "gocardless-nodejs", "pg", "pg-boss", "pino", "nodemailer", "pdfkit"],
    ...["@opentelemetry/api", "@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/sdk-trace"],
    ...["@opentelemetry/context-async-hooks", "@opentelemetry/resources"],
  ],
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
  // Types, lint and structure are checked by `npm run check`; the build does not do it twice.
  typescript: { ignoreBuildErrors: true },
};

export default withNextIntl(config);
