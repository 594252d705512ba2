import { inLatin } from "@/lib/core/latin-letters";
import { tameLine } from "@/lib/core/tame-text";
import { toWindows1252 } from "./windows1252";

/** Longest "Belegfeld 1", "Buchungstext", "Auftragsnummer" and "Abrechnungsreferenz" (reference 1.2). */
const NUMBER_LENGTH = 36;
const TEXT_LENGTH = 60;
const ORDER_LENGTH = 30;
const SETTLEMENT_LENGTH = 50;

/**
 * An invoice number as "Belegfeld 1" can hold it, the key by which open items are cleared: letters are spelt in plain Latin ones, what
 * else is not allowed becomes a hyphen, and of a longer number the end stays, where numbers differ.
 */
export function toDocumentNumber(number: string): string {
  return inLatin(number.trim())
    .replace(/[^A-Za-z0-9_$&%*+\-/]/gu, "-")
    .slice(-NUMBER_LENGTH);
}

/** A booking text: one line, cut by characters. */
export function toBookingText(text: string): string {
  return toWindows1252(tameLine(text)).slice(0, TEXT_LENGTH).trimEnd();
}

export function toOrderNumber(text: string): string {
  return toWindows1252(tameLine(text)).slice(0, ORDER_LENGTH);
}

export function toSettlement(text: string): string {
  return toWindows1252(tameLine(text)).slice(0, SETTLEMENT_LENGTH);
}
