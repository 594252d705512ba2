import { sanitiseLine } from "@/lib/core/text/sanitise";
import { amountOf } from "../fields/amount-rules";
import { elementsAt, textAt } from "../fields/lookup-rules";
import type { EInvoice, InvoiceLine } from "../types";
import type { Element } from "../xml/tree-rules";

/** Where a syntax has its lines, and the parts of a line. Of several paths the first that is there counts. */
export interface LineNames {
  lines: string[];
  texts: string[];
  quantities: string[];
  amount: string;
}

const IN_CII = {
  lines: ["IncludedSupplyChainTradeLineItem"],
  texts: ["SpecifiedTradeProduct/Name", "AssociatedDocumentLineDocument/IncludedNote/Content"],
};
export const CII_LINE: LineNames = {
  ...IN_CII,
  quantities: ["SpecifiedLineTradeDelivery/BilledQuantity"],
  amount: "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
};
export const ZUGFERD_1_LINE: LineNames = {
  ...IN_CII,
  quantities: ["SpecifiedSupplyChainTradeDelivery/BilledQuantity"],
  amount: "SpecifiedSupplyChainTradeSettlement/SpecifiedTradeSettlementMonetarySummation/LineTotalAmount",
};
export const UBL_LINE: LineNames = {
  lines: ["InvoiceLine", "CreditNoteLine"],
  texts: ["Item/Name", "Item/Description", "Note"],
  quantities: ["InvoicedQuantity", "CreditedQuantity"],
  amount: "LineExtensionAmount",
};

const MAX_TEXT = 200;
const MAX_QUANTITY = 20;

/**
 * Returns the lines of an invoice that were read (xml/tree-rules.ts), and how many it has. They decide nothing, and a
 * value that is wrong in them is not returned.
 */
export function linesOf(from: Element, names: LineNames, currency?: string): Pick<EInvoice, "lines" | "lineCount"> {
  const elements = names.lines.flatMap((path) => elementsAt(from, path));
  return {
    lines: elements.filter(({ children }) => children.length > 0).map((element) => lineOf(element, names, currency)),
    lineCount: elements.length,
  };
}

function lineOf(element: Element, { texts, quantities, amount }: LineNames, currency?: string): InvoiceLine {
  const text = texts.map((path) => textAt(element, path)).find((one) => one !== undefined) ?? "";
  const quantity = quantities.flatMap((path) => elementsAt(element, path))[0];
  return {
    text: sanitiseLine(text, MAX_TEXT),
    quantity: (quantity && sanitiseLine(quantity.text, MAX_QUANTITY)) || undefined,
    unit: sanitiseLine(quantity?.attributes.unitCode ?? "", MAX_QUANTITY) || undefined,
    netCents: amountOf(elementsAt(element, amount), currency).cents,
  };
}
