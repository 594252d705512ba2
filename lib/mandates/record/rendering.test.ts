import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { pdfText } from "@/test/pdf-text";
import type { MandateRecord } from "./data";
import { mandatePdf } from "./rendering";

const adopted: MandateRecord = {
  supplier: { name: "Tischlerei Holm", lines: ["Weg 1", "20095 Hamburg"] },
  creditorName: "Tischlerei Holm",
  creditorIdentifier: "DE98ZZZ09999999999",
  reference: "",
  providerId: "MD0001",
  status: "active",
  accountHint: "DE ••34",
  bankName: "Testbank",
  payer: { name: "Café Ähre", email: "kasse@aehre.example", address: "" },
  contactName: undefined,
  signedAt: null,
  transferredAt: null,
  isReplaced: false,
  request: undefined,
  debits: { count: 0, first: undefined, last: undefined },
};

async function textOf(record: MandateRecord): Promise<string> {
  const writer = mandatePdf(record, "de");
  writer.end();
  return pdfText(await buffer(writer.stream));
}

test("claims nothing about the consent to a mandate that was granted outside Einzug", async () => {
  const text = await textOf(adopted);
  expect(text).toContain("Nummer bei GoCardless: MD0001");
  expect(text).toContain("Üblicher Wortlaut eines SEPA-Mandats");
  expect(text).toContain("Außerhalb dieses Programms erteilt");
  expect(await textOf({ ...adopted, reference: "EINZUG-7" })).toContain("Mandatsreferenz EINZUG-7");
});
