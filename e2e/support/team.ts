import type { Page } from "@playwright/test";
import { hydrated } from "./fixtures";
import { mailbox } from "./mailbox";
import type { Texts } from "./texts";

type Role = "owner" | "member" | "read_only";

export async function openTeam(page: Page, t: Texts): Promise<void> {
  await page.goto("/app/account/team");
  await hydrated(page.getByRole("button", { name: t("account.team.invite") }));
}

export async function invite(page: Page, t: Texts, email: string, role: Role): Promise<void> {
  await page.getByLabel(t("account.team.email"), { exact: true }).fill(email);
  await page.getByLabel(t("account.team.role"), { exact: true }).selectOption(role);
  await page.getByRole("button", { name: t("account.team.invite") }).click();
}

/** Waits for the given number of mails to an invited person, and returns the link of the last one. */
export async function invitationLink(email: string, count = 1): Promise<string> {
  const letter = await mailbox.letter(email, count);
  return letter.links.find((link) => link.includes("/invitation?token=")) ?? "";
}
