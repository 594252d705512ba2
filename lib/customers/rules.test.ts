import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { supportTopic } from "./rules";

describe("a mail to the support", () => {
  test.each([
    ["STRIPE", "subscription"],
    ["LEXOFFICE", "lexware"],
    ["INVOICE", "lexware"],
    ["", "registration"],
    [undefined, "registration"],
  ] as const)("of a customer whose contract is %s is about %s", (contractType, topic) => {
    expect(supportTopic(contractType)).toBe(topic);
  });

  const facts = { product: "Einzug", customerId: "cus_1", integration: "LEXOFFICE" };

  test.each([
    ["en", "STRIPE", "Einzug support: customer cus_1, Lexware Office"],
    ["en", "OTHER", "Einzug for Lexware Office: customer cus_1, Lexware Office"],
    ["en", undefined, "Einzug: registration support, customer cus_1"],
    ["de", "STRIPE", "Support für Einzug: Kunde cus_1, Lexware Office"],
    ["de", "OTHER", "Einzug für Lexware Office: Kunde cus_1, Lexware Office"],
    ["de", undefined, "Einzug: Hilfe bei der Registrierung, Kunde cus_1"],
  ] as const)("in %s under a contract of type %s has the subject “%s”", (locale, contractType, subject) => {
    const t = createTranslator({ locale, messages: locale === "de" ? (de as typeof en) : en });
    expect(t(`shell.supportSubject.${supportTopic(contractType)}`, facts)).toBe(subject);
  });

  test("says so when nothing is connected yet", () => {
    const t = createTranslator({ locale: "en", messages: en });
    const subject = t("shell.supportSubject.subscription", { ...facts, integration: "none" });
    expect(subject).toBe("Einzug support: customer cus_1, no integration");
  });
});
