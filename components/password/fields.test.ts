import { readdirSync, readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ClosingForm } from "@/components/account/closing-form";
import { PasswordForm } from "@/components/account/password-form";
import { LoginForm } from "@/components/login/login-form";
import { RegisterForm } from "@/components/register/register-form";
import { JoinForm } from "@/components/team/join-form";
import messages from "@/messages/en.json";
import { ResetForm } from "./reset-form";

vi.mock("next/navigation", async (load) => ({ ...(await load<object>()), useRouter: () => ({}) }));

const email = "frieda@lindenhof.example";
const countries = { options: [], preset: "DE" };
const FORMS: [string, ReactElement, string[]][] = [
  ["signing in", createElement(LoginForm, { returnPath: "/app" }), ["current-password"]],
  ["registering", createElement(RegisterForm, { countries }), ["new-password"]],
  ["joining", createElement(JoinForm, { token: "x", email }), ["new-password"]],
  ["a forgotten password", createElement(ResetForm, { token: "x" }), ["new-password", "new-password"]],
  ["changing it", createElement(PasswordForm, { email }), ["current-password", "new-password", "new-password"]],
  ["closing the account", createElement(ClosingForm, {}), ["current-password"]],
];

function fieldsOf(form: ReactElement): Record<string, string>[] {
  const provider = { locale: "en", messages, timeZone: "Europe/Berlin", children: form } as const;
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
  return [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
    ),
  );
}

test.each(FORMS)("%s: hides what is typed, and names its fields for password managers", (_what, form, expected) => {
  const fields = fieldsOf(form).filter(({ name = "", id = "" }) => /password|current|again/i.test(`${name} ${id}`));
  expect(fields.map(({ type }) => type)).toEqual(expected.map(() => "password"));
  expect(fields.map((field) => field.autocomplete)).toEqual(expected);
  // A field with a maximum length would cut off a longer generated password without a message.
  for (const field of fields) expect(Object.keys(field)).not.toContain("maxlength");
});

test("no password field prevents pasting", () => {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  expect(sources.length).toBeGreaterThan(300);
  const hinder = /\bon(?:Paste|BeforeInput)\b|["'](?:paste|beforeinput)["']/;
  const found = sources.filter((file) => hinder.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});
