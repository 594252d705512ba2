import { isFields } from "../kit/fields";
import { dayOf, isDateTime, isUuid, textOrNull } from "./input";
import type { Transaction } from "./model";
import { POSTING_CATEGORIES } from "./profile";
import type { Detail } from "./replies";
import { centsOf, newId, type World } from "./world";

const TAX_RATES = [0, 5, 7, 16, 19];

type Read = { transaction: Transaction } | { details: Detail[] };

/** Checks one entry of a posted array. The names of wrong fields begin with the entry's index. */
export function readTransaction(world: World, organisationId: string, entry: unknown, index: number): Read {
  const details: Detail[] = [];
  const wrong = (field: string, message: string, violation = "INVALID") =>
    details.push({ violation, field: `[${index}].${field}`, message });
  if (!isFields(entry)) return { details: [{ violation: "INVALID", field: `[${index}]`, message: "kein Objekt" }] };
  const account = isUuid(entry.financialAccountId) ? world.accounts.get(entry.financialAccountId) : undefined;
  if (account?.organisationId !== organisationId) wrong("financialAccountId", "Konto nicht gefunden");
  const cents = centsOf(entry.amount);
  if (cents === undefined || cents === 0) wrong("amount", "kein Betrag ungleich null");
  const purpose = textOrNull(entry.purpose);
  if (purpose === null) wrong("purpose", "darf nicht leer sein", "NOTNULL");
  for (const field of ["valueDate", "bookingDate"])
    if (textOrNull(entry[field]) !== null && !isDateTime(entry[field])) wrong(field, "kein gültiges Datum");
  const valueDate = textOrNull(entry.valueDate) ?? textOrNull(entry.bookingDate);
  if (valueDate === null) wrong("valueDate", "valueDate oder bookingDate ist anzugeben", "NOTNULL");
  else if (isClosed(world, organisationId, valueDate)) wrong("valueDate", "der Buchungszeitraum ist abgeschlossen");
  const fee = readFee(entry, account?.type, wrong);
  if (details.length > 0 || !account || cents === undefined || purpose === null || valueDate === null)
    return { details };
  const at = world.now();
  return {
    transaction: {
      id: newId(),
      organisationId,
      accountId: account.id,
      cents,
      ...fee,
      valueDate,
      bookingDate: textOrNull(entry.bookingDate) ?? valueDate,
      purpose,
      bookingText: textOrNull(entry.bookingText),
      additionalInfo: textOrNull(entry.additionalInfo),
      recipientOrSenderName: textOrNull(entry.recipientOrSenderName),
      recipientOrSenderIban: textOrNull(entry.recipientOrSenderIban),
      recipientOrSenderBic: textOrNull(entry.recipientOrSenderBic),
      recipientOrSenderEmail: textOrNull(entry.recipientOrSenderEmail),
      externalReference: textOrNull(entry.externalReference),
      endToEndId: textOrNull(entry.endToEndId),
      ignore: entry.ignore === true,
      ignoreReason: textOrNull(entry.ignoreReason),
      lockVersion: 0,
      createdAt: at,
      updatedAt: at,
      assignments: [],
      proposedVoucherId: null,
      refusedVoucherIds: [],
    },
  };
}

function isClosed(world: World, organisationId: string, valueDate: string): boolean {
  const closedUntil = world.organisations.get(organisationId)?.closedUntil;
  return Boolean(closedUntil) && isDateTime(valueDate) && dayOf(valueDate) <= String(closedUntil);
}

type Fee = Pick<Transaction, "feeCents" | "feeTaxRatePercentage" | "feePostingCategoryId">;

/** Reads the fee. It must be negative, on an account of a payment provider, with tax rate and category. */
function readFee(
  entry: Record<string, unknown>,
  accountType: string | undefined,
  wrong: (field: string, message: string, violation?: string) => void,
): Fee {
  const none = { feeCents: null, feeTaxRatePercentage: null, feePostingCategoryId: null };
  if (entry.feeAmount === undefined || entry.feeAmount === null) return none;
  const feeCents = centsOf(entry.feeAmount);
  const rate = entry.feeTaxRatePercentage;
  const category = entry.feePostingCategoryId;
  if (feeCents === undefined || feeCents >= 0) wrong("feeAmount", "muss negativ sein");
  if (accountType !== "PAYMENT_PROVIDER") wrong("feeAmount", "nur bei Konten vom Typ PAYMENT_PROVIDER");
  if (typeof rate !== "number" || !TAX_RATES.includes(rate)) wrong("feeTaxRatePercentage", "unbekannter Steuersatz");
  if (!POSTING_CATEGORIES.some((one) => one.id === category && one.type === "outgo"))
    wrong("feePostingCategoryId", "unbekannte Kategorie");
  return { feeCents: feeCents ?? null, feeTaxRatePercentage: Number(rate), feePostingCategoryId: String(category) };
}
