import { invalid } from "./errors";

/** A form as received: texts, and maps of texts by the names in brackets. */
export type Raw = string | { [name: string]: Raw };

/** Reads `a[b]=c`, `items[0][price]=p` and `expand[]=x`. Values are not interpreted here. */
export function parseForm(search: URLSearchParams): Record<string, Raw> {
  const root: Record<string, Raw> = Object.create(null);
  for (const [key, value] of search) put(root, partsOf(key), value, key);
  return root;
}

function partsOf(key: string): string[] {
  const open = key.indexOf("[");
  if (open < 0) return [key];
  const rest = key.slice(open);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw invalid(`Invalid parameter name: ${key}`, key);
  return [key.slice(0, open), ...rest.slice(1, -1).split("][")];
}

function put(root: Record<string, Raw>, parts: string[], value: string, key: string): void {
  let place = root;
  for (const [index, part] of parts.entries()) {
    const name = part === "" ? String(Object.keys(place).length) : part;
    if (index === parts.length - 1) {
      if (typeof place[name] === "object") throw invalid(`Invalid parameters: ${key} is given in two forms`, key);
      place[name] = value;
      return;
    }
    place[name] ??= Object.create(null) as Record<string, Raw>;
    const next = place[name];
    if (typeof next === "string") throw invalid(`Invalid parameters: ${key} is given in two forms`, key);
    place = next;
  }
}
