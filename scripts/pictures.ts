import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium as playwright } from "@playwright/test";
import chromium from "@sparticuz/chromium";
import sharp from "sharp";
import { placesOf } from "./demo-environment";
import { startStack } from "./stack";

/**
 * `npm run demo:pictures` starts the demo in a new data directory, and stores the README's pictures in `docs/pictures`.
 * With a folder as argument it stores the main pages there instead, in both widths, languages and colours.
 */
const DEMO = { email: "demo@einzug.test", password: "Lastschrift-2026-!!" };
const README_PICTURES: Record<string, string> = {
  dashboard: "/app",
  returns: "/app/returns",
  payouts: "/app/payouts",
  mandates: "/app/mandates",
};
const PAGES: Record<string, string> = {
  ...README_PICTURES,
  invoices: "/app/invoices",
  upcoming: "/app/upcoming",
  contacts: "/app/contacts",
  settings: "/app/settings",
  activity: "/app/activity",
  notices: "/app/notices",
  "e-invoices": "/app/e-invoices",
  keys: "/app/account/api",
  webhooks: "/app/account/webhooks",
  "api-docs": "/api-docs",
  status: "/status",
  changelog: "/changelog",
};
/** The first payer of the list; its address depends on the recording. */
const PAYER_LINK = 'a[href^="/app/contacts/con_"]';
const WIDTHS = { wide: 1280, phone: 390 } as const;
const PICTURE = { width: 1280, height: 860 };

const ports = { web: Number(process.env.PORT ?? 3000), desk: Number(process.env.SANDBOX_PORT ?? 4000) };
const { app } = placesOf(ports);
const dataDir = mkdtempSync(join(tmpdir(), "einzug-pictures-"));
const folder = process.argv[2];

const stack = await startStack({ ports, dataDir, data: "past", onStep: (step) => console.log(`· ${step}`) });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"],
});
try {
  await (folder ? takeAll(browser, folder) : takeForReadme(browser));
} finally {
  await browser.close();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);

async function takeForReadme(inBrowser: Browser): Promise<void> {
  mkdirSync("docs/pictures", { recursive: true });
  const page = await signedIn(inBrowser, { width: PICTURE.width, locale: "en-GB", colorScheme: "light" });
  await page.setViewportSize(PICTURE);
  for (const [name, path] of Object.entries(README_PICTURES)) {
    await page.goto(`${app}${path}`, { waitUntil: "networkidle" });
    const picture = await page.screenshot();
    await sharp(picture).webp({ quality: 80, effort: 6 }).toFile(`docs/pictures/${name}.webp`);
    console.log(`· docs/pictures/${name}.webp`);
  }
}

async function takeAll(inBrowser: Browser, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  for (const locale of ["en-GB", "de-DE"])
    for (const colorScheme of ["light", "dark"] as const)
      for (const [widthName, width] of Object.entries(WIDTHS)) {
        const page = await signedIn(inBrowser, { width, locale, colorScheme });
        for (const [name, path] of Object.entries(PAGES)) {
          await page.goto(`${app}${path}`, { waitUntil: "networkidle" });
          const file = join(into, `${name}-${locale.slice(0, 2)}-${colorScheme}-${widthName}.png`);
          await page.screenshot({ path: file, fullPage: true });
        }
        await page.goto(`${app}/app/contacts`, { waitUntil: "networkidle" });
        await page.goto(`${app}${await page.locator(PAYER_LINK).first().getAttribute("href")}`);
        await page.waitForLoadState("networkidle");
        const file = join(into, `payer-${locale.slice(0, 2)}-${colorScheme}-${widthName}.png`);
        await page.screenshot({ path: file, fullPage: true });
        await page.context().close();
      }
}

async function signedIn(
  inBrowser: Browser,
  { width, locale, colorScheme }: { width: number; locale: string; colorScheme: "light" | "dark" },
) {
  const context = await inBrowser.newContext({
    locale,
    colorScheme,
    timezoneId: "Europe/Berlin",
    viewport: { width, height: PICTURE.height },
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "CookieConsent", value: "false", url: app }]);
  const page = await context.newPage();
  await page.goto(`${app}/login`, { waitUntil: "networkidle" });
  await page.locator('input[type="email"]').fill(DEMO.email);
  await page.locator('input[type="password"]').fill(DEMO.password);
  await page.locator('form button[type="submit"]').first().click();
  await page.waitForURL((url) => url.pathname.startsWith("/app"));
  return page;
}
