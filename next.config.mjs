import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/core/i18n.ts");

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The documented API is called with and without a trailing slash; a redirect would lose the body of a POST.
  skipTrailingSlashRedirect: true,
  // Server-only packages that must not be bundled: they read files beside them or are native.
  serverExternalPackages: ["@node-rs/argon2", "gocardless-nodejs", "pg", "pg-boss", "pino", "nodemailer"],
  // Types, lint and structure are checked by `npm run check`; the build does not do it twice.
  typescript: { ignoreBuildErrors: true },
};

export default withNextIntl(config);
