import { XmlCData, XmlDocument, XmlElement, type XmlNode, XmlParseError, XmlText, XmlTreeNode } from "libxml2-wasm";
import { type ReadingLimits, Refused } from "../limits-rules";
import { checkedXml } from "./prolog-rules";

/** An element without what nobody reads: comments, instructions, and the children of skipped elements. */
export interface Element {
  name: string;
  namespace: string;
  /** The text of the element itself, not trimmed. */
  text: string;
  attributes: Record<string, string>;
  children: Element[];
}

export interface Root {
  name: string;
  namespace: string;
}

/**
 * Returns the document as plain objects, and frees the parser's own.
 *
 * @param skipped returns the local names of elements whose children are not needed, for this root: lines, attachments
 */
export function parseXml(
  bytes: Uint8Array,
  limits: ReadingLimits,
  skipped: (root: Root) => ReadonlySet<string>,
): Element {
  const document = parsed(checkedXml(bytes, limits));
  try {
    const { root } = document;
    const own = { name: root.name, namespace: root.namespaceUri };
    return treeOf(root, skipped(own), limits.textLength);
  } finally {
    document.dispose();
  }
}

/** The parser's own options: no entities, no network, at most 256 levels and 10 MB of text in one place. */
function parsed(xml: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(xml, { encoding: "UTF-8" });
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const line = error.details?.[0]?.line;
    throw new Refused("malformed", line === undefined ? undefined : String(line));
  }
}

function treeOf(element: XmlElement, skipped: ReadonlySet<string>, textLength: number): Element {
  const { name } = element;
  const children: Element[] = [];
  let text = "";
  if (!skipped.has(name))
    for (const node of nodesIn(element)) {
      if (node instanceof XmlElement) children.push(treeOf(node, skipped, textLength));
      else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
    }
  if (text.length > textLength) throw new Refused("text_too_long", name);
  const attributes = Object.fromEntries(element.attrs.map((attribute) => [attribute.name, attribute.value]));
  return { name, namespace: element.namespaceUri, text, attributes, children };
}

/** Returns the nodes in an element. The library knows no sibling of a processing instruction, so XPath finds them there. */
function nodesIn(element: XmlElement): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (let node: XmlNode | null = element.firstChild; node !== null; node = node.next) {
    if (!(node instanceof XmlTreeNode)) return element.find("node()");
    nodes.push(node);
  }
  return nodes;
}
