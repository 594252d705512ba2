import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { ACCOUNTING_SYSTEMS, type AccountingSystem } from "@/lib/vendors/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { supportFacts, supportTopic } from "./rules";

describe("a mail to the support", () => {
  test.each([
    ["STRIPE", "subscription"],
    ["LEXOFFICE", "otherContract"],
    ["INVOICE", "otherContract"],
    ["", "registration"],
    [undefined, "registration"],
  ] as const)("from a customer with a contract of type %s is about the topic %s", (contractType, topic) => {
    expect(supportTopic(contractType)).toBe(topic);
  });

  const customer = { customerId: "cus_1", integration: "LEXOFFICE" };
  const facts = supportFacts(customer, "none");
  /** A system without an entry here is a compile error. */
  const NAMES: Record<AccountingSystem, string> = {
    ...{ LEXOFFICE: "Lexware Office", SEVDESK: "sevdesk", DATEV: "DATEV", EINVOICE: "XRechnung/ZUGFeRD" },
  };

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

  test.each(ACCOUNTING_SYSTEMS)("names the accounting system in use: %s", (integration) => {
    const of = supportFacts({ ...customer, integration }, "none");
    const [english, german] = [
      createTranslator({ locale: "en", messages: en }),
      createTranslator({ locale: "de", messages: de as typeof en }),
    ];
    const name = NAMES[integration];
    const subjects = [english, german].flatMap((t) => [
      t("shell.supportSubject.subscription", of),
      t("shell.supportSubject.otherContract", of),
    ]);
    expect(subjects).toEqual([
      `Einzug support: customer cus_1, ${name}`,
      `Einzug for ${name}: customer cus_1, ${name}`,
      `Support für Einzug: Kunde cus_1, ${name}`,
      `Einzug für ${name}: Kunde cus_1, ${name}`,
    ]);
  });

  test("names no integration if no accounting system is connected", () => {
    const t = createTranslator({ locale: "en", messages: en });
    const nobody = supportFacts({ customerId: "cus_1", integration: undefined }, t("shell.noIntegration"));
    const subject = t("shell.supportSubject.subscription", nobody);
    expect(subject).toBe("Einzug support: customer cus_1, no integration");
    // The specification's wording of such contracts, which applies if no system is in use.
    expect(t("shell.supportSubject.otherContract", nobody)).toBe(
      "Einzug for Lexware Office: customer cus_1, no integration",
    );
  });
});
