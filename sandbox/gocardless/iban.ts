/** Length of an IBAN per country of the SEPA area (IBAN registry). */
const LENGTHS: Record<string, number> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/** A few German bank codes, so that screens show more than "Bank". */
const BANKS: Record<string, { name: string; bic: string }> = {
  "37040044": { name: "COMMERZBANK", bic: "COBADEFFXXX" },
  "10010010": { name: "POSTBANK", bic: "PBNKDEFFXXX" },
  "50010517": { name: "ING-DIBA", bic: "INGDDEFFXXX" },
  "43060967": { name: "GLS GEMEINSCHAFTSBANK", bic: "GENODEM1GLS" },
  "85050300": { name: "OSTSAECHSISCHE SPARKASSE DRESDEN", bic: "OSDDDE81XXX" },
  "12030000": { name: "DEUTSCHE KREDITBANK", bic: "BYLADEM1001" },
};

/** The vendor's public test account. */
export const TEST_IBAN = "DE89370400440532013000";

export function normaliseIban(text: string): string {
  return text.replace(/\s+/g, "").toUpperCase();
}

export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]+$/.test(iban)) return false;
  if (LENGTHS[iban.slice(0, 2)] !== iban.length) return false;
  let rest = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

export function bankOf(iban: string): { name: string; bic: string } {
  const german = iban.startsWith("DE") ? BANKS[iban.slice(4, 12)] : undefined;
  return german ?? { name: "TESTBANK", bic: `TEST${iban.slice(0, 2)}FFXXX` };
}

/** Returns a valid German IBAN for a bank code and an account number, for accounts that exist only in the sandbox. */
export function germanIban(bankCode: string, account: string): string {
  const body = `${bankCode}${account.padStart(10, "0")}`;
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${body}`;
}
