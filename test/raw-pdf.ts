import { deflateSync } from "node:zlib";

export interface RawAttachment {
  name: string;
  /** Ignored if `stream` is given. */
  content?: string | Buffer;
  /** A stream with its own filter, as written. */
  stream?: { data: Buffer; filter: string };
}

/** The places where a PDF can list its attachments. */
export interface RawForm {
  /** `flat`: a name tree of one level; `nested`: one with levels; `none`: no name tree. */
  names?: "flat" | "nested" | "none";
  /** Describes the files in the name tree, not in objects of their own. */
  inPlace?: boolean;
  /** Lists them as associated files, as PDF/A-3 wants; `indirect`: of the document, in an array of its own. */
  associated?: "document" | "indirect" | "page";
  /** Attaches them as annotations of the page. */
  annotated?: boolean;
  /** Further entries of the catalog. */
  catalog?: string;
  /** Stores all objects without contents in one compressed stream, as PDF 1.5 allows. */
  packed?: boolean;
}

/** Writes a PDF object by object, for forms that no library writes. */
export function rawPdf(attachments: RawAttachment[], form: RawForm = {}): Buffer {
  const objects: (string | Buffer)[] = ["", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", ""];
  const add = (object: string | Buffer) => objects.push(object);
  const specs = attachments.map(({ name, content = "", stream }) => {
    const { data, filter } = stream ?? { data: deflateSync(Buffer.from(content)), filter: "/FlateDecode" };
    const head = `<< /Type /EmbeddedFile /Subtype /text#2Fxml /Filter ${filter} /Length ${data.length} >>\nstream\n`;
    const file = add(Buffer.concat([Buffer.from(head), data, Buffer.from("\nendstream")]));
    const names = `/F (${name}) /UF (${name}) /AFRelationship /Alternative`;
    const description = `<< /Type /Filespec ${names} /EF << /F ${file} 0 R /UF ${file} 0 R >> >>`;
    const id = add(description);
    return { name, id, entry: form.inPlace ? description : `${id} 0 R` };
  });
  const leaf = (some: typeof specs) => `/Names [${some.map(({ name, entry }) => `(${name}) ${entry}`).join(" ")}]`;
  const limits = (some: typeof specs) => `/Limits [(${some[0]?.name}) (${some.at(-1)?.name})]`;
  let tree = "";
  if (form.names === "nested") {
    const leaves = specs.map((one) => add(`<< ${limits([one])} ${leaf([one])} >>`));
    const inner = add(`<< ${limits(specs)} /Kids [${leaves.map((id) => `${id} 0 R`).join(" ")}] >>`);
    tree = `/Names << /EmbeddedFiles << /Kids [${inner} 0 R] >> >>`;
  } else if (form.names !== "none") tree = `/Names << /EmbeddedFiles << ${leaf(specs)} >> >>`;
  const list = specs.map(({ id }) => `${id} 0 R`).join(" ");
  const notes = specs.map(({ id }) => add(`<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS ${id} 0 R >>`));
  const annots = form.annotated ? `/Annots [${notes.map((id) => `${id} 0 R`).join(" ")}]` : "";
  const array = form.associated === "indirect" ? `${add(`[${list}]`)} 0 R` : `[${list}]`;
  const [ofDocument, ofPage] = form.associated === "page" ? ["", `/AF ${array}`] : [`/AF ${array}`, ""];
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${tree} ${form.associated ? ofDocument : ""} ${form.catalog ?? ""} >>`;
  objects[2] = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${annots} ${ofPage} >>`;
  return form.packed ? packed(objects) : written(objects);
}

/** Writes objects with a stream in the usual way, and the others into a compressed stream, which the last object lists. */
function packed(objects: (string | Buffer)[]): Buffer {
  const plain = objects.flatMap((object, at) => (typeof object === "string" ? [{ number: at + 1, object }] : []));
  let length = 0;
  const head = plain.map(({ number, object }) => {
    const at = length;
    length += object.length + 1;
    return `${number} ${at} `;
  });
  const data = deflateSync(Buffer.from(`${head.join("")}${plain.map(({ object }) => `${object}\n`).join("")}`));
  const first = head.join("").length;
  const stream = `<< /Type /ObjStm /N ${plain.length} /First ${first} /Filter /FlateDecode /Length ${data.length} >>`;
  const container = objects.length + 1;
  const parts = [Buffer.from("%PDF-1.7\n")];
  const entries = [
    [0, 0, 65_535],
    ...objects.map((_, at) => [2, container, plain.findIndex((it) => it.number === at + 1)]),
  ];
  const write = (number: number, pieces: (string | Buffer)[]) => {
    entries[number] = [1, parts.reduce((sum, part) => sum + part.length, 0), 0];
    parts.push(Buffer.concat([`${number} 0 obj\n`, ...pieces, "\nendobj\n"].map((piece) => Buffer.from(piece))));
  };
  for (const [at, object] of objects.entries()) if (typeof object !== "string") write(at + 1, [object]);
  write(container, [`${stream}\nstream\n`, data, "\nendstream"]);
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  entries[container + 1] = [1, start, 0];
  const rows = Buffer.concat(
    entries.map(([kind = 0, place = 0, index = 0]) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(kind, 0);
      row.writeUInt32BE(place, 1);
      row.writeUInt16BE(index, 5);
      return row;
    }),
  );
  const list = `<< /Type /XRef /Size ${entries.length} /W [1 4 2] /Root 1 0 R /Length ${rows.length} >>`;
  write(container + 1, [`${list}\nstream\n`, rows, "\nendstream"]);
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

function written(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]);
    parts.push(part);
    at += part.length;
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** Appends an update to a PDF that is not packed: these objects, by their number, and a table of their places. */
export function updatedPdf(pdf: Buffer, objects: Record<number, string>): Buffer {
  const source = pdf.toString("latin1");
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(source)?.[1];
  const parts = [pdf];
  const entries = Object.entries(objects).map(([number, object]) => {
    const at = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(Buffer.from(`${number} 0 obj\n${object}\nendobj\n`, "latin1"));
    return `${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const size = Math.max(...[...source.matchAll(/(\d+) 0 obj/g)].map(([, number]) => Number(number)), 99) + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n${entries.join("")}${trailer}`)]);
}
