import { createHash } from "node:crypto";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { type ReadingLimits, Refused } from "./limits-rules";
import { outcomeOf } from "./outcome-rules";
import { readCii } from "./syntaxes/cii-rules";
import type { Reading } from "./syntaxes/reading-types";
import { checkNamespaces, isEnvelope, isOrder, syntaxOf, wantedOf } from "./syntaxes/roots-rules";
import { readUbl } from "./syntaxes/ubl-rules";
import type { ReadResult } from "./types";
import { parseXml } from "./xml/tree-rules";

const MAX_DETAIL = 200;

/** A refused result for what was refused. */
export function refusal({ reason, detail }: Refused, xml?: Uint8Array): ReadResult {
  const isNoInvoice = ["not_xml_or_pdf", "other_root", "order", "envelope", "pdf_without_invoice"].includes(reason);
  return {
    outcome: isNoInvoice ? "not_an_invoice" : "unreadable",
    reason,
    ...shortened(detail),
    ...(xml === undefined ? {} : { xmlSha1: sha1(xml) }),
  };
}

/** Reads an XML document. Refuses, by throwing, what is no invoice or cannot be read. */
export function readXml(xml: Uint8Array, limits: ReadingLimits): Extract<ReadResult, { xml: Uint8Array }> {
  const root = parseXml(xml, limits, wantedOf);
  const syntax = syntaxOf(root);
  if (syntax === undefined) {
    if (isOrder(root)) throw new Refused("order");
    throw isEnvelope(root) ? new Refused("envelope") : new Refused("other_root", root.name);
  }
  checkNamespaces(root, syntax);
  const reading: Reading = syntax === "CII" || syntax === "ZUGFeRD 1" ? readCii(root, syntax) : readUbl(root, syntax);
  const numbers = [...new Set(reading.numbers)];
  if (numbers.length > 1) throw new Refused("several_numbers", numbers.join(", "));
  const { detail, ...verdict } = outcomeOf(reading);
  return { ...verdict, ...shortened(detail), invoice: reading.invoice, xml, xmlSha1: sha1(xml) };
}

/** Returns what a sentence quotes from a file, at a length that a person reads. */
function shortened(detail: string | undefined): { detail?: string } {
  if (detail === undefined) return {};
  return { detail: sanitiseLine(detail, MAX_DETAIL) };
}

function sha1(bytes: Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}
