import { Refused } from "../limits-rules";
import type { Element } from "../xml/tree-rules";

/** Numbers, names, addresses and codes are shorter. An index of the database cannot have longer ones. */
const MAX_LENGTH = 500;

/** Returns the elements at a path of local names. Their namespaces were checked before (syntaxes/roots-rules.ts). */
export function elementsAt(from: Element, path: string): Element[] {
  let found = [from];
  for (const name of path.split("/"))
    found = found.flatMap(({ children }) => children.filter((it) => it.name === name));
  return found;
}

/** Returns the trimmed texts at a path, without empty ones. */
export function textsAt(from: Element, path: string): string[] {
  return textsOf(elementsAt(from, path));
}

/** Returns the first text at a path that is not empty. */
export function textAt(from: Element, path: string): string | undefined {
  return textsAt(from, path)[0];
}

/** Returns the first text that is not empty, of the elements at a path whose scheme is this one. */
export function textOfScheme(from: Element, path: string, scheme: string): string | undefined {
  return textsOfScheme(from, path, scheme)[0];
}

/** Returns the texts that are not empty, of the elements at a path whose scheme is this one. */
export function textsOfScheme(from: Element, path: string, scheme: string): string[] {
  return textsOf(elementsAt(from, path).filter(({ attributes }) => isScheme(attributes.schemeID, scheme)));
}

function textsOf(elements: Element[]): string[] {
  return elements.map(textOf).filter((text) => text !== "");
}

function textOf({ name, text }: Element): string {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) throw new Refused("text_too_long", name);
  return trimmed;
}

function isScheme(value: string | undefined, scheme: string): boolean {
  return value?.trim().toUpperCase() === scheme;
}
