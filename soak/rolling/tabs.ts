import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import pg from "pg";
import { textsIn } from "../../e2e/support/texts";
import config from "../../playwright.config";
import { addDays, dayInBerlin } from "../../sandbox/kit/calendar";
import type { Chance } from "../chance";
import { call, clockOf } from "../crashes/installation";
import { People } from "../lives/people";
import { note, type WrittenInvoice } from "../oracle/story";
import type { Rolled } from "./installation";
import { Tab } from "./tab";

const PAUSE_MS = 15_000;
const HELD_DAYS = 30;
const KNOWN_MS = 120_000;
const COOKIE = "einzug.session";

/** Something that a person does again and again on one page. */
type Act = (tab: Tab) => Promise<void>;

/**
 * Open pages of one supplier, each in a browser of its own. In turn they exclude an invoice and include it again, hold
 * another one and release it, save a setting, and cancel a debit and collect it after all.
 */
export class Tabs {
  private constructor(
    readonly tabs: Tab[],
    private readonly acts: Act[],
    private readonly browser: Browser,
    /** The debits that were cancelled and collected again, for the oracle. */
    readonly people: People,
  ) {}

  static async open(place: Rolled, count: number): Promise<Tabs> {
    const people = new People(place);
    const { defaultBrowserType: _, baseURL: __, ...use } = { defaultBrowserType: undefined, ...config.use };
    const browser = await chromium.launch(use.launchOptions);
    const t = textsIn("en");
    const tabs: Tab[] = [];
    const acts: Act[] = [];
    try {
      for (let index = 0; index < count; index += 1) {
        const kind = KINDS[index % KINDS.length] ?? KINDS[0];
        const { path, act } = await kind.prepare(place, people);
        const context = await browser.newContext({
          ...{ locale: use.locale, timezoneId: use.timezoneId, viewport: use.viewport, ...use.contextOptions },
          baseURL: place.app,
        });
        await context.addCookies([
          { name: COOKIE, value: place.laid.token, url: place.app, httpOnly: true, sameSite: "Lax" },
          { name: "CookieConsent", value: "false", url: place.app },
        ]);
        tabs.push(await Tab.open(`tab ${index + 1} (${kind.name})`, await context.newPage(), { path, t }));
        acts.push(act);
      }
    } catch (error) {
      await browser.close();
      throw error;
    }
    return new Tabs(tabs, acts, browser, people);
  }

  /** Lets each tab act every few seconds until it is over. */
  async use(chance: Chance, isOver: () => boolean): Promise<void> {
    await Promise.all(
      this.tabs.map(async (tab, index) => {
        while (!isOver()) {
          await wait(PAUSE_MS * (0.5 + chance.next()));
          await tab.try(this.acts[index] as Act);
        }
      }),
    );
  }

  /** Waits until each tab has acted this many times more. */
  async untilActed(times: number): Promise<void> {
    const goals = this.tabs.map(({ actions }) => actions + times);
    while (this.tabs.some(({ actions }, index) => actions < (goals[index] ?? 0))) await wait(PAUSE_MS / 8);
  }

  sum(field: "actions" | "failed" | "reloads" | "asked" | "missing" | "serverErrors"): number {
    return this.tabs.reduce((sum, tab) => sum + tab[field], 0);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

interface Kind {
  name: string;
  prepare(place: Rolled, people: People): Promise<{ path: string; act: Act }>;
}

const KINDS: [Kind, ...Kind[]] = [
  {
    name: "exclude, include",
    prepare: async (place) => {
      const act: Act = async (tab) => {
        const [off, on] = [tab.button(tab.t("invoices.exclude")), tab.button(tab.t("invoices.include"))];
        const isExcluded = (await tab.untilOne(off, on)) === 1;
        await tab.press(isExcluded ? on : off, () => (isExcluded ? off : on));
      };
      return { path: await invoicePath(place, await writePlain(place)), act };
    },
  },
  {
    name: "hold, release",
    prepare: async (place) => {
      const until = addDays(dayInBerlin(new Date(await clockOf(place))), HELD_DAYS);
      const act: Act = async (tab) => {
        const [hold, release] = [tab.button(tab.t("client.hold.open")), tab.button(RELEASE)];
        if ((await tab.untilOne(hold, release)) === 1) return await tab.press(release, () => hold);
        const day = tab.page.getByLabel(tab.t("client.hold.until"), { exact: true });
        const submit = tab.page.locator("form", { has: day }).getByRole("button", { name: tab.t("client.hold.hold") });
        await tab.press(
          submit,
          () => release,
          async () => {
            await tab.untilOne(hold);
            await hold.click();
            await day.fill(until);
          },
        );
      };
      return { path: await invoicePath(place, await writePlain(place)), act };
    },
  },
  {
    name: "save a setting",
    prepare: async () => {
      const act: Act = async (tab) => {
        const name = tab.t("notifications.kinds.preview.label");
        const box = tab.page.getByRole("checkbox", { name });
        const save = tab.page.locator("form", { has: box }).getByRole("button", { name: tab.t("notifications.save") });
        await tab.untilOne(save);
        const checked = !(await box.isChecked());
        const stored = tab.page.getByRole("checkbox", { name, checked });
        await tab.press(
          save,
          (isReloaded) => (isReloaded ? stored : tab.page.getByText(tab.t("notifications.saved"), { exact: true })),
          async () => await box.setChecked(checked),
        );
      };
      return { path: "/app/settings", act };
    },
  },
  {
    name: "cancel, collect after all",
    prepare: async (place, people) => {
      const { id, contactId } = place.laid.organisations.at(-1) ?? { id: "", contactId: "" };
      const invoice = await people.write(id, { id: contactId }, DEBIT_CENTS);
      const act: Act = async (tab) => {
        const [cancel, include] = [tab.button(tab.t("invoices.cancelDebit")), tab.button(tab.t("invoices.include"))];
        const isExcluded = (await tab.untilOne(cancel, include)) === 1;
        const at = await clockOf(place);
        const confirm = tab.page
          .getByRole("alertdialog")
          .getByRole("button", { name: tab.t("invoices.cancelDebit"), exact: true });
        if (isExcluded) await tab.press(include, () => cancel);
        else
          await tab.press(
            confirm,
            () => include,
            async () => {
              await tab.untilOne(cancel);
              await cancel.click();
            },
          );
        note(invoice.exclusions, at, !isExcluded);
      };
      return { path: await invoicePath(place, invoice), act };
    },
  },
];

const RELEASE = /^Held back until/;
const DEBIT_CENTS = 23_000;
const PLAIN_CENTS = 4_200;

/** Writes an invoice that is not to be collected by direct debit. */
async function writePlain(place: Rolled): Promise<Pick<WrittenInvoice, "id">> {
  const { id: organisation, contactId } = place.laid.organisations.at(-1) ?? { id: "", contactId: "" };
  const body = { organisation, contact: { id: contactId }, amountCents: PLAIN_CENTS, paymentTermLabel: "Bar bezahlt" };
  return await call<{ id: string }>(place, "/lexware/invoices", body);
}

/** Waits until the product has read an invoice, and returns the path of its page. */
async function invoicePath({ env }: Rolled, { id }: Pick<WrittenInvoice, "id">): Promise<string> {
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  try {
    for (const limit = Date.now() + KNOWN_MS; Date.now() < limit; await wait(100)) {
      const { rows } = await client.query<{ id: string }>("SELECT id FROM invoices WHERE external_id = $1", [id]);
      if (rows[0]) return `/app/invoices/${rows[0].id}`;
    }
    throw new Error(`the invoice ${id} was not read`);
  } finally {
    await client.end();
  }
}
