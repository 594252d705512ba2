import { inLatin } from "@/lib/core/text/latin-letters";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { toWindows1252 } from "@/lib/providers/accounting/datev/import/windows1252";

/** Maximum lengths of "Belegfeld 1", "Buchungstext", "Auftragsnummer" and "Abrechnungsreferenz" (reference 1.2). */
const NUMBER_LENGTH = 36;
const TEXT_LENGTH = 60;
const ORDER_LENGTH = 30;
const SETTLEMENT_LENGTH = 50;

/**
 * Converts an invoice number for "Belegfeld 1", the key by which DATEV clears open items. Letters become plain Latin
 * letters, and every other character that is not allowed becomes a hyphen. A number that is too long loses its
 * beginning, because numbers differ at their end.
 */
export function toDocumentNumber(number: string): string {
  return inLatin(number.trim())
    .replace(/[^A-Za-z0-9_$&%*+\-/]/gu, "-")
    .slice(-NUMBER_LENGTH);
}

/** Converts a booking text: one line, cut to 60 characters. */
export function toBookingText(text: string): string {
  return toWindows1252(sanitiseLine(text)).slice(0, TEXT_LENGTH).trimEnd();
}

export function toOrderNumber(text: string): string {
  return toWindows1252(sanitiseLine(text)).slice(0, ORDER_LENGTH);
}

export function toSettlement(text: string): string {
  return toWindows1252(sanitiseLine(text)).slice(0, SETTLEMENT_LENGTH);
}
