import type { StatedAmount } from "../fields/amount-rules";
import type { EInvoice } from "../types";

/** An invoice as read, with what decides its outcome and is not part of its facts. */
export interface Reading {
  invoice: EInvoice;
  payable: StatedAmount;
  /** All that the document gives itself, in its order. Of each a document has one, so different ones contradict each other. */
  numbers: string[];
  typeCodes: string[];
  mandates: string[];
  creditors: string[];
}
