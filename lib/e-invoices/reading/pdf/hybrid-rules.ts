import { readXml, refusal } from "../document-rules";
import { type ReadingLimits, Refused } from "../limits-rules";
import { namesInvoice } from "../syntaxes/roots-rules";
import type { ReadResult, Syntax } from "../types";
import { looksLikeXml } from "../xml/prolog-rules";
import { type Attachment, attachmentsOf } from "./attachments-rules";

type Read = Extract<ReadResult, { xml: Uint8Array }>;

/** The names that the standards give to the invoice in a PDF, in lower case. */
const NAMES = ["factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml", "order-x.xml"];
/** If a PDF has one invoice in two formats, the first of these counts: the newest one that hybrid invoices use. */
const BY_AGE: Syntax[] = ["CII", "UBL Invoice", "UBL CreditNote", "ZUGFeRD 1"];

/**
 * Reads the invoice in a PDF. Attachments are invoices if their root says so, under any name. Two different invoices
 * in one PDF are refused, because nobody knows which one the reader of the page sees.
 */
export async function readPdf(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadResult> {
  const attachments = await attachmentsOf(bytes, limits, { isWanted: looksLikeXml, isInvoice: namesInvoice });
  // Of one format the attachment with a standard name counts before any other.
  attachments.sort((a, b) => rankOf(a) - rankOf(b));
  const invoices: Read[] = [];
  const refused: { attachment: Attachment; refusal: Refused }[] = [];
  for (const attachment of attachments)
    try {
      invoices.push(readXml(attachment.content, limits));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ attachment, refusal: error });
    }
  const broken = refused.filter(({ refusal: { reason } }) => reason !== "other_root");
  const named = broken.find(({ attachment }) => isNamed(attachment));
  const counts = named && (invoices.length === 0 || named.refusal.reason !== "order");
  // An attachment under another name counts if there is nothing else, and it says that it is an invoice.
  const first = counts
    ? named
    : invoices.length === 0 && broken.find(({ attachment }) => namesInvoice(attachment.content));
  if (first) return refusal(first.refusal, first.attachment.content);
  return oneOf(invoices);
}

function isNamed({ name }: Attachment): boolean {
  return NAMES.includes(name.toLowerCase());
}

function rankOf({ name }: Attachment): number {
  const rank = NAMES.indexOf(name.toLowerCase());
  return rank === -1 ? NAMES.length : rank;
}

function oneOf(invoices: Read[]): ReadResult {
  const [newest] = invoices.toSorted((a, b) => BY_AGE.indexOf(a.invoice.syntax) - BY_AGE.indexOf(b.invoice.syntax));
  if (!newest) throw new Refused("pdf_without_invoice");
  const other = invoices.find((one) => !isSame(one, newest));
  if (other) throw new Refused("pdf_two_invoices", `${newest.invoice.number ?? "–"}, ${other.invoice.number ?? "–"}`);
  return newest;
}

/** True for the same number and, where both say it, the same amount. */
function isSame(one: Read, other: Read): boolean {
  const [amount, otherAmount] = [one.invoice.payableCents, other.invoice.payableCents];
  const isSameAmount = amount === undefined || otherAmount === undefined || amount === otherAmount;
  return one.invoice.number === other.invoice.number && isSameAmount;
}
