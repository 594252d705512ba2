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
  /** Lists them as associated files of the document, as PDF/A-3 wants. */
  associated?: boolean;
  /** Attaches them as annotations of the page. */
  annotated?: boolean;
  /** Further entries of the catalog. */
  catalog?: string;
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
    return { name, id: add(`<< /Type /Filespec ${names} /EF << /F ${file} 0 R /UF ${file} 0 R >> >>`) };
  });
  const leaf = (some: typeof specs) => `/Names [${some.map(({ name, id }) => `(${name}) ${id} 0 R`).join(" ")}]`;
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
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${tree} ${form.associated ? `/AF [${list}]` : ""} ${form.catalog ?? ""} >>`;
  objects[2] = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${annots} >>`;
  return written(objects);
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
