import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page, Response } from "@playwright/test";
import type { Texts } from "../../e2e/support/texts";

const LOOK_MS = 200;
/** A button that a person sees works after this time at most, and its outcome is shown. */
const LIMIT_MS = 60_000;
/** A press that sends nothing within this time met a page that was just being replaced. */
const SENT_MS = 5_000;
const PRESSES = 3;
const OK = 200;
const MISSING = 404;
const ERRORS = 500;
const PARTS = "/_next/static/";

/** A page that somebody has open, as it was loaded from one of the webs. It is reloaded only if the product asks. */
export class Tab {
  actions = 0;
  failed = 0;
  /** How often the page was loaded again: by the product, and by a person whom it asked. */
  reloads = 0;
  asked = 0;
  serverErrors = 0;
  /** Parts of a page that no web had. */
  missing = 0;
  private sent = 0;
  private answered: Response[] = [];

  private constructor(
    readonly name: string,
    readonly page: Page,
    readonly t: Texts,
  ) {
    page.on("request", (request) => {
      if (isAction(request)) this.sent += 1;
    });
    page.on("response", (response) => {
      if (isAction(response.request())) this.answered.push(response);
      if (response.status() === MISSING && response.url().includes(PARTS)) this.missing += 1;
      else if (response.status() >= ERRORS) this.serverErrors += 1;
      else return;
      console.log(`  ${name}: ${response.status()} of ${response.url()}`);
    });
    page.on("domcontentloaded", () => {
      this.reloads += 1;
    });
  }

  static async open(name: string, page: Page, { path, t }: { path: string; t: Texts }): Promise<Tab> {
    const tab = new Tab(name, page, t);
    await page.goto(path);
    tab.reloads = 0;
    return tab;
  }

  /** Does `act`, which is one action, and counts it. After a failure the page is loaded again, as a person would. */
  async try(act: (tab: Tab) => Promise<void>): Promise<void> {
    this.actions += 1;
    const reloads = this.reloads;
    try {
      await act(this);
    } catch (error) {
      this.failed += 1;
      const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      const shown = await this.page
        .getByRole("alert")
        .allInnerTexts()
        .catch(() => []);
      console.log(`  ${this.name}: ${message} ${JSON.stringify(shown.filter(Boolean))} at ${this.page.url()}`);
      await this.page.reload().catch(() => {});
      this.reloads = reloads;
    }
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  }

  /** Waits until one of the controls works. @returns its index */
  async untilOne(...controls: Locator[]): Promise<number> {
    const reload = this.page.getByRole("alert").getByText(this.t("client.fault.missing.reload"), { exact: true });
    for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await wait(LOOK_MS)) {
      for (const [index, control] of controls.entries()) if (await isAwake(control)) return index;
      if (!(await reload.isVisible().catch(() => false))) continue;
      this.asked += 1;
      await reload.click({ timeout: SENT_MS }).catch(() => {});
      await this.page.waitForLoadState("domcontentloaded").catch(() => {});
    }
    throw new Error(`nothing to press: ${controls.join(", ")}`);
  }

  /**
   * Presses what sends an action, and waits for its answer and for what the page then shows. A page that the product reloads
   * before anything was sent is pressed again after `prepare`.
   *
   * @param outcome of a page that was reloaded since the press, or was not
   * @throws Error if the action is not answered by 200, or if its outcome is not shown
   */
  async press(control: Locator, outcome: (isReloaded: boolean) => Locator, prepare = async () => {}): Promise<void> {
    for (let press = 1; press <= PRESSES; press += 1) {
      const { sent, reloads } = this;
      const isReloaded = () => this.reloads > reloads;
      this.answered = [];
      try {
        await prepare();
        await this.untilOne(control);
        await control.click({ timeout: LIMIT_MS });
      } catch (error) {
        if (!isReloaded() || press === PRESSES) throw error;
        continue;
      }
      if (await isSo(() => this.sent > sent, SENT_MS)) {
        if (!(await isSo(() => this.answered.length > 0 || isReloaded(), LIMIT_MS)))
          throw new Error("the action was not answered");
        const status = this.answered[0]?.status() ?? OK;
        if (status !== OK) throw new Error(`the action was answered by ${status}`);
        return await this.untilShown(() => outcome(isReloaded()));
      }
      if (!isReloaded()) throw new Error("the press sent nothing");
    }
    throw new Error("the page was reloaded again and again");
  }

  private async untilShown(outcome: () => Locator): Promise<void> {
    for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await wait(LOOK_MS))
      if (
        await outcome()
          .first()
          .isVisible()
          .catch(() => false)
      )
        return;
    throw new Error(`not shown: ${outcome()}`);
  }
}

const isAction = (request: { method(): string; headers(): Record<string, string> }) =>
  request.method() === "POST" && request.headers()["next-action"] !== undefined;

/** Before it is hydrated, a control can be seen but does not react. */
async function isAwake(control: Locator): Promise<boolean> {
  if (!(await control.isVisible().catch(() => false))) return false;
  return await control
    .evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")), undefined, {
      timeout: SENT_MS,
    })
    .catch(() => false);
}

async function isSo(check: () => boolean, limitMs: number): Promise<boolean> {
  for (const limit = Date.now() + limitMs; !check(); await wait(LOOK_MS / 4)) if (Date.now() > limit) return false;
  return true;
}
