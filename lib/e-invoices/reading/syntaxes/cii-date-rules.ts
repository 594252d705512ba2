import { formattedDate, isoDate, type StatedDate } from "../fields/date-rules";
import { elementsAt } from "../fields/lookup-rules";
import type { Element } from "../xml/tree-rules";

/** Returns the date in an element: formatted, as XML writes dates, or as its own text. */
export function dateAt(from: Element, path: string): StatedDate | undefined {
  const [date] = elementsAt(from, path);
  const typed = date?.children[0] ?? date;
  if (typed === undefined || typed.text.trim() === "") return undefined;
  return typed.name.endsWith("String") ? formattedDate(typed.text, typed.attributes.format) : isoDate(typed.text);
}
