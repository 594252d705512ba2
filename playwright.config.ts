import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";

import { ALONE, JOURNEYS } from "./e2e/support/projects";

/** Path of the JSON report, from which scripts/e2e.ts reads how long each journey took. */
const report = process.env.JOURNEYS_REPORT;

/**
 * Configuration of the fourth test tier: journeys in a real browser against a complete running stack, which `npm run
 * test:e2e` starts and stops. Tests are never retried and never wait for a fixed time.
 */
export default defineConfig({
  testDir: "e2e",
  timeout: 300_000,
  // Limits, not waits: a busy machine may need long, a healthy one never reaches them.
  expect: { timeout: 60_000 },
  retries: 0,
  // More workers than cores, because a journey spends most of its time waiting.
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
    // Without animations no element moves away under a click, and none is read while it is half faded in.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording every step costs a third of the running time; set E2E_TRACE to investigate a failure.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Replaces the package's own arguments: they are meant for cloud functions, laxer about security and use software
      // GL.
      args: ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"],
    },
  },
});
