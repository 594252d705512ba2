import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords";

test.each([
  ["password", true],
  ["Password", true],
  ["password12!!", true],
  ["!!12Dragon34!!", true],
  ["aaaaaa11!!", true],
  // The product's name, and words for what it does.
  ["Einzug-2026-!!", true],
  ["!!einzug.EINZUG.12", true],
  ["MeinEinzug-2026-!!", true],
  ["sepa-Mandat-12-!!", true],
  ["einzug.example-12!!", true],
  ["Einzug-ins-Haus-12-!!", false],
  ["Kormoran-42-Wind!!", false],
  ["Lastschrift-2026-!!", false],
  // German words, in each spelling.
  ["Frühling-2026-!!", true],
  ["FRUEHLING-26-!!", true],
  ["Fru\u0308hling-2026-!!", true],
  ["!!Fußball-2026", true],
  ["Willkommen-12!!", true],
  ["Schmetterling-12!!", true],
  ["Sabine-1984-!!", true],
  ["Müller-1984-!!", true],
  ["Mueller-1984-!!", true],
  ["P4sswort-12!!", true],
  ["Pa$$wort-12!!", true],
  ["Buchhaltung-2026-!!", true],
  ["Geheim-2026-Geheim", true],
  ["hallo!!Hallo12", true],
  ["S3pa-M4ndat-22-!!", true],
  // Rows of keys on a German keyboard.
  ["Qwertz!!1234", true],
  ["qwertz!!12qwertz", true],
  ["!!Yxcvbnm-12", true],
  ["Kormoran-42-!!", false],
  ["Kormoran-42-Kormoran-Wind", false],
])("%s is a common password: %s", (password, isCommon) => {
  expect(isCommonPassword(password)).toBe(isCommon);
});

const ABOUT = ["Tischlerei Krökelmüller & Söhne GmbH", "Friedlinde Hasenbrink", "f.hasenbrink@kroekel-moebel.de"];

test.each([
  ["Krökelmüller-2026-!!", true],
  ["kroekelmueller.2026!!", true],
  ["TischlereiKroekelmueller-12!!", true],
  ["Hasenbrink-1984-!!", true],
  ["H4senbr1nk-1984-!!", true],
  ["FriedlindeHasenbrink12!!", true],
  ["12!!f.hasenbrink", true],
  ["kroekel-moebel.de-12!!", true],
  ["MeinKroekel-moebel-12!!", true],
  ["GmbH-Soehne-1234-!!", true],
  ["Hasenbrink-Wanderung-12!!", false],
  ["Kormoran-42-Wind!!", false],
])("%s is a common password for a person whose firm, name and address are known: %s", (password, isCommon) => {
  expect(isCommonPassword(password, ABOUT)).toBe(isCommon);
  expect(isCommonPassword("Kormoran-42-Wind!!", ["", "  ", "@"])).toBe(false);
});
