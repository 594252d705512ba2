import { expect, test } from "vitest";
import { toDocumentNumber } from "./batch-text";

test.each([
  ["RE 2026.047", "RE-2026-047"],
  ["Größe/7", "Groesse/7"],
  ["Gro\u0308ße/7", "Groesse/7"],
  ["Øst−7/Łódź", "Ost-7/Lodz"],
  ["漢7", "-7"],
  ["Projekt Musterstadt Hauptstraße, Rechnung 1047", "terstadt-Hauptstrasse--Rechnung-1047"],
])("toDocumentNumber writes the invoice number %j as %j", (number, written) => {
  expect(toDocumentNumber(number)).toBe(written);
});
