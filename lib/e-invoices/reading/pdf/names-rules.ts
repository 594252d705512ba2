import { objectsOf, rootOf } from "./objects-rules";
import { type Value, valueAt } from "./values-rules";

/** A file in a PDF's list of attachments: its name there, and what it is. */
export interface ListedFile {
  name: string;
  /** The reference of its description, or a description in place. */
  reference: string;
}

/** A tree of names has few nodes. */
const MAX_NODES = 2_000;

/**
 * Returns the files in a PDF's list of attachments, also those of one name. The library knows one file for each name, so
 * it would hide the others. Programs that join PDFs write such lists, in one node of the tree or in several.
 */
export function listedFiles(source: string): ListedFile[] {
  const objects = objectsOf(source);
  const at = (value: Value | undefined) =>
    value?.kind === "reference" ? valueAt(objects.get(value.number) ?? "") : value;
  const entry = (value: Value | undefined, key: string) => {
    const found = at(value);
    return found?.kind === "dictionary" ? found.entries.get(key) : undefined;
  };
  const items = (value: Value | undefined) => {
    const found = at(value);
    return found?.kind === "array" ? found.items : [];
  };
  const root = rootOf(source);
  const catalog = root && valueAt(root.reference);
  const nodes: (Value | undefined)[] = [entry(entry(catalog, "/Names"), "/EmbeddedFiles")];
  const files: ListedFile[] = [];
  const seen = new Set<number>();
  for (let next = 0; next < Math.min(nodes.length, MAX_NODES); next += 1) {
    const place = nodes[next];
    if (place?.kind === "reference" && seen.has(place.number)) continue;
    if (place?.kind === "reference") seen.add(place.number);
    const node = at(place);
    nodes.push(...items(entry(node, "/Kids")));
    const names = items(entry(node, "/Names"));
    for (let index = 0; index + 1 < names.length; index += 2) {
      const [name, file] = [at(names[index]), names[index + 1]];
      const content = entry(entry(file, "/EF"), "/F") ?? entry(entry(file, "/EF"), "/UF");
      if (name?.kind !== "string" || content?.kind !== "reference") continue;
      const reference = file?.kind === "reference" ? file.text : `<< /EF << /F ${content.text} >> >>`;
      files.push({ name: textOf(name.bytes), reference: reference.replace(/\s+/g, " ") });
    }
  }
  return files;
}

/** Returns a name that several different files of a list have. */
export function nameListedTwice(files: ListedFile[]): string | undefined {
  const references = new Map<string, string>();
  for (const { name, reference } of files) {
    const first = references.get(name) ?? reference;
    // The same file listed again hides nothing.
    if (first !== reference) return name;
    references.set(name, first);
  }
  return undefined;
}

/** A text of a PDF is UTF-16 or UTF-8 if it begins with the mark of one; the other letters of names are those of ASCII. */
function textOf(bytes: Buffer): string {
  const mark = bytes.toString("hex", 0, 3);
  const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
  if (mark.startsWith("feff")) return Buffer.from(even).swap16().toString("utf16le");
  if (mark.startsWith("fffe")) return even.toString("utf16le");
  return mark === "efbbbf" ? bytes.toString("utf8", 3) : bytes.toString("latin1");
}
