import { Refused } from "../limits-rules";
import type { Syntax } from "../types";
import type { Element, Root, Wanted } from "../xml/tree-rules";
import { CII_LINE, type LineNames, UBL_LINE, ZUGFERD_1_LINE } from "./lines-rules";

const UBL = "urn:oasis:names:specification:ubl:schema:xsd:";
const UNECE = "urn:un:unece:uncefact:data:standard:";

/** The roots of invoices, by namespace and local name. Prefixes and file names mean nothing. */
const ROOTS: Record<string, Syntax> = {
  [`{${UBL}Invoice-2}Invoice`]: "UBL Invoice",
  [`{${UBL}CreditNote-2}CreditNote`]: "UBL CreditNote",
  [`{${UNECE}CrossIndustryInvoice:100}CrossIndustryInvoice`]: "CII",
  "{urn:ferd:CrossIndustryDocument:invoice:1p0}CrossIndustryDocument": "ZUGFeRD 1",
};
/** Elements whose contents are not read: extensions, and attachments, which any reference of UBL may have. */
const SKIPPED_IN_UBL = ["AdditionalDocumentReference", "UBLExtensions", "EmbeddedDocumentBinaryObject"];
const SKIPPED_IN_CII = ["AdditionalReferencedDocument", "AttachmentBinaryObject"];
/** The elements that the reader takes from a document, for each syntax. */
const WANTED: Record<Syntax, Wanted> = {
  "UBL Invoice": wanted(SKIPPED_IN_UBL, UBL_LINE),
  "UBL CreditNote": wanted(SKIPPED_IN_UBL, UBL_LINE),
  CII: wanted(SKIPPED_IN_CII, CII_LINE),
  "ZUGFeRD 1": wanted(SKIPPED_IN_CII, ZUGFERD_1_LINE),
};
/** Namespaces follow within a few lines, or a licence. */
const HEAD_BYTES = 8_192;
/** The only elements of CII and ZUGFeRD 1 that belong to the namespaces of data types. */
const TYPED = new Set(["DateTimeString", "DateString", "DateTime", "Date", "Indicator", "IndicatorString"]);

export function syntaxOf({ namespace, name }: Root): Syntax | undefined {
  return ROOTS[`{${namespace}}${name}`];
}

/** True if the beginning of a document names the root of an invoice or an order, without reading it. */
export function namesInvoice(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, HEAD_BYTES)).toString("latin1").replaceAll("\0", "");
  return /CrossIndustry(?:Invoice|Document):|ubl:schema:xsd:(?:Invoice|CreditNote)-2|:SCRDMCCBDACIO/.test(head);
}

/** True for orders and their answers in the family of Factur-X. */
export function isOrder({ namespace }: Root): boolean {
  return namespace.includes(":SCRDMCCBDACIOMessageStructure:");
}

/** True for the envelope in which Peppol sends an invoice. Access points export it, too. */
export function isEnvelope({ namespace, name }: Root): boolean {
  return name === "StandardBusinessDocument" && namespace.endsWith("/StandardBusinessDocumentHeader");
}

/** Returns the elements that the reader takes from a document with this root: none if it is no invoice. */
export function wantedOf(root: Root): Wanted {
  const syntax = syntaxOf(root);
  return syntax ? WANTED[syntax] : { skipped: new Set([root.name]), lines: new Set(), ofLines: new Set() };
}

function wanted(skipped: string[], { lines, texts, quantities, amount }: LineNames): Wanted {
  const ofLines = [...texts, ...quantities, amount].flatMap((path) => path.split("/"));
  return { skipped: new Set(skipped), lines: new Set(lines), ofLines: new Set(ofLines) };
}

/**
 * Refuses an invoice with an element in the wrong namespace. Programs that look at namespaces do not find such an
 * element, so two readers would read two invoices. What is in lines decides nothing.
 */
export function checkNamespaces(root: Element, syntax: Syntax): void {
  const isRight = syntax === "CII" || syntax === "ZUGFeRD 1" ? isRightInCii(root, syntax) : isRightInUbl;
  for (const child of root.children) check(child, 1);

  function check(element: Element, depth: number): void {
    if (!isRight(element, depth)) throw new Refused("wrong_namespace", element.name);
    if (WANTED[syntax].lines.has(element.name)) return;
    for (const child of element.children) check(child, depth + 1);
  }
}

function isRightInUbl({ name, namespace, children, text }: Element): boolean {
  if (name === "UBLExtensions") return namespace === `${UBL}CommonExtensionComponents-2`;
  const isAggregate = namespace === `${UBL}CommonAggregateComponents-2`;
  const isBasic = namespace === `${UBL}CommonBasicComponents-2`;
  if (children.length > 0) return isAggregate;
  return text.trim() === "" ? isAggregate || isBasic : isBasic;
}

function isRightInCii(root: Element, syntax: Syntax): (element: Element, depth: number) => boolean {
  const version = syntax === "CII" ? ":100" : ":12";
  return ({ name, namespace, children }, depth) => {
    if (depth === 1) return namespace === root.namespace;
    if (children.length === 0 && TYPED.has(name)) return /:(?:Unqualified|Qualified)DataType:\d+$/.test(namespace);
    return namespace === `${UNECE}ReusableAggregateBusinessInformationEntity${version}`;
  };
}
