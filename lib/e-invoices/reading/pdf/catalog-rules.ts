import { objectsOf, rootOf } from "./objects-rules";
import { type Value, valueAt } from "./values-rules";

/** The objects of a PDF as its last update leaves them. The functions follow references. */
export interface Catalog {
  /** The document's own entry of this name. */
  entry: (key: string) => Value | undefined;
  entryOf: (value: Value | undefined, key: string) => Value | undefined;
  itemsOf: (value: Value | undefined) => Value[];
  at: (value: Value | undefined) => Value | undefined;
}

/** A tree of names or of pages that is looked at has few nodes. */
const MAX_NODES = 2_000;

/** Returns the catalog that the source of a PDF names last. */
export function catalogOf(source: string): Catalog {
  const objects = objectsOf(source);
  const at: Catalog["at"] = (value) => (value?.kind === "reference" ? valueAt(objects.get(value.number) ?? "") : value);
  const entryOf: Catalog["entryOf"] = (value, key) => {
    const found = at(value);
    return found?.kind === "dictionary" ? found.entries.get(key) : undefined;
  };
  const itemsOf: Catalog["itemsOf"] = (value) => {
    const found = at(value);
    return found?.kind === "array" ? found.items : [];
  };
  const root = rootOf(source);
  const catalog = root && valueAt(root.reference);
  return { at, entryOf, itemsOf, entry: (key) => entryOf(catalog, key) };
}

/** Returns the nodes of a tree, level by level, each once. */
export function nodesOf({ at, entryOf, itemsOf }: Catalog, root: Value | undefined): Value[] {
  const places: (Value | undefined)[] = [root];
  const nodes: Value[] = [];
  const seen = new Set<number>();
  for (let next = 0; next < Math.min(places.length, MAX_NODES); next += 1) {
    const place = places[next];
    if (place?.kind === "reference" && seen.has(place.number)) continue;
    if (place?.kind === "reference") seen.add(place.number);
    const node = at(place);
    if (node === undefined) continue;
    nodes.push(node);
    places.push(...itemsOf(entryOf(node, "/Kids")));
  }
  return nodes;
}
