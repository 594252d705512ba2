import type { StatedAmount } from "../fields/amount-rules";
import type { EInvoice } from "../types";

/** An invoice as read, with what decides its outcome and is not part of its facts. */
export interface Reading {
  invoice: EInvoice;
  payable: StatedAmount;
  /** All numbers that the document gives itself; there may be one. */
  numbers: string[];
}
