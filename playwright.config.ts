import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";

import { ALONE, JOURNEYS } from "./e2e/support/projects";

/** Where scripts/e2e.ts wants to have how long each journey took. */
const report = process.env.JOURNEYS_REPORT;

/**
 * The fourth tier: journeys in a real browser against a whole running stack, which `npm run test:e2e` starts and stops.
 * Nothing is tried twice, and nothing waits by the clock on the wall.
 */
export default defineConfig({
  testDir: "e2e",
  timeout: 300_000,
  // Limits, not waits: a busy machine may take long, a working one never gets there.
  expect: { timeout: 60_000 },
  retries: 0,
  // More than there are cores: most of a journey is waiting.
  workers: 4,
  projects: [
    { name: JOURNEYS, grepInvert: /@alone/, outputDir: `test-results/${JOURNEYS}` },
    { name: ALONE, grep: /@alone/, outputDir: `test-results/${ALONE}`, workers: 1 },
  ],
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"], ...(report ? [["json", { outputFile: report }] as ["json", { outputFile: string }]] : [])],
  use: {
    baseURL: process.env.APP_URL,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1280, height: 900 },
    // Told by somebody who asked for calm: nothing moves away under a click, nor is half faded in when it is read.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording every step costs a third of the time; ask for it when something fails.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Not the package's own list: it is made for functions in a cloud, laxer about security, and paints by software GL.
      args: ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"],
    },
  },
});
