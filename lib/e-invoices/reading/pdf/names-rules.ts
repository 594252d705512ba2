import { type Catalog, nodesOf } from "./catalog-rules";
import type { Value } from "./values-rules";

/** A file in a PDF's list of attachments: its name there, and what it is. */
export interface ListedFile {
  name: string;
  /** The reference of its description, or a description in place. */
  reference: string;
}

/**
 * Returns the files in a PDF's list of attachments, also those of one name. The library knows one file for each name, so
 * it would hide the others. Programs that join PDFs write such lists, in one node of the tree or in several.
 */
export function listedFiles(catalog: Catalog): ListedFile[] {
  const { at, entry, entryOf, itemsOf } = catalog;
  const files: ListedFile[] = [];
  for (const node of nodesOf(catalog, entryOf(entry("/Names"), "/EmbeddedFiles"))) {
    const names = itemsOf(entryOf(node, "/Names"));
    for (let index = 0; index + 1 < names.length; index += 2) {
      const [name, reference] = [at(names[index]), referenceOf(catalog, names[index + 1])];
      if (name?.kind !== "string" || reference === undefined) continue;
      files.push({ name: textOf(name.bytes), reference });
    }
  }
  return files;
}

/** Returns the reference of a file's description, or a description in place; undefined if it has no contents. */
export function referenceOf({ entryOf }: Catalog, file: Value | undefined): string | undefined {
  const contents = entryOf(file, "/EF");
  const content = entryOf(contents, "/F") ?? entryOf(contents, "/UF");
  if (content?.kind !== "reference") return undefined;
  const reference = file?.kind === "reference" ? file.text : `<< /EF << /F ${content.text} >> >>`;
  return reference.replace(/\s+/g, " ");
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
