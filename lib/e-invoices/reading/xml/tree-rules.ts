import { XmlCData, XmlDocument, XmlElement, type XmlNode, XmlParseError, XmlText, XmlTreeNode } from "libxml2-wasm";
import { type ReadingLimits, Refused } from "../limits-rules";
import { checkedXml } from "./prolog-rules";

/** An element without comments, instructions, and the elements that are not wanted. */
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

/** The elements that the reader takes from a document, by their local names. */
export interface Wanted {
  /** Elements without their contents, e.g. attachments. */
  skipped: ReadonlySet<string>;
  /** The lines of an invoice. In the first ones only `ofLines` is read, in the others nothing. */
  lines: ReadonlySet<string>;
  ofLines: ReadonlySet<string>;
}

/** As many lines as a page shows. */
const MAX_LINES = 100;
/** Longer than what is stored of it. */
const MAX_LINE_TEXT = 300;

/**
 * Returns the document as plain objects, and frees the parser's own.
 *
 * @param wantedOf returns the elements to take from a document with this root
 */
export function parseXml(bytes: Uint8Array, limits: ReadingLimits, wantedOf: (root: Root) => Wanted): Element {
  const document = parsed(checkedXml(bytes, limits));
  try {
    const { root } = document;
    const own = { name: root.name, namespace: root.namespaceUri };
    return new TreeReader(wantedOf(own), limits.textLength).read(root);
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

class TreeReader {
  private lineCount = 0;

  constructor(
    private readonly wanted: Wanted,
    private readonly textLength: number,
  ) {}

  read(element: XmlElement, isInLine = false): Element {
    const { name } = element;
    const isLine = this.wanted.lines.has(name);
    const children: Element[] = [];
    let text = "";
    if (!this.wanted.skipped.has(name) && !(isLine && ++this.lineCount > MAX_LINES))
      for (const node of nodesIn(element)) {
        if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
        else if (node instanceof XmlElement && (!(isLine || isInLine) || this.wanted.ofLines.has(node.name)))
          children.push(this.read(node, isLine || isInLine));
      }
    // A line decides nothing, so its texts are cut.
    const cut = (value: string) => {
      if (isInLine) return value.slice(0, MAX_LINE_TEXT);
      if (value.length > this.textLength) throw new Refused("text_too_long", name);
      return value;
    };
    const attributes = Object.fromEntries(element.attrs.map((attribute) => [attribute.name, cut(attribute.value)]));
    return { name, namespace: element.namespaceUri, text: cut(text), attributes, children };
  }
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
