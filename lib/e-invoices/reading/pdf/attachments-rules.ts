import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs";
import * as pdfWorker from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { type ReadingLimits, Refused } from "../limits-rules";
import { associatedFiles, withAttached } from "./associated-rules";
import { catalogOf } from "./catalog-rules";
import { listedFiles, nameListedTwice } from "./names-rules";
import { sourceOf } from "./objects-rules";

/** Makes the library run in this thread instead of loading its worker by address. */
Object.assign(globalThis, { pdfjsWorker: pdfWorker });

export interface Attachment {
  name: string;
  content: Uint8Array;
}

/** Tells contents apart. */
export interface Kinds {
  isWanted: (content: Uint8Array) => boolean;
  /** Without such a content further places are looked at. */
  isInvoice: (content: Uint8Array) => boolean;
}

const OPTIONS = {
  // Nothing is fetched, drawn or run.
  useWorkerFetch: false,
  useWasm: false,
  useSystemFonts: false,
  disableFontFace: true,
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};
/** Readers of PDF look for the end mark in the last kilobyte; some programs append a little to a file. */
const TAIL_BYTES = 2048;

/**
 * Returns the attachments of a PDF that could be XML, in its own order. Refuses PDFs that are encrypted, cut off or
 * damaged, and those with too many attachments.
 */
export async function attachmentsOf(bytes: Uint8Array, limits: ReadingLimits, kinds: Kinds): Promise<Attachment[]> {
  if (!hasEnd(bytes)) throw new Refused("pdf_damaged");
  const wanted = await ofDocument(bytes, (document) => wantedOf(document, limits, kinds));
  const source = sourceOf(bytes);
  const catalog = catalogOf(source);
  const listed = listedFiles(catalog);
  const twice = nameListedTwice(listed);
  if (twice === undefined && wanted.some(({ content }) => kinds.isInvoice(content))) return wanted;
  // The library knows one file for each name. Listed again under names of their own, it reads all of them.
  const files = twice === undefined ? associatedFiles(catalog) : listed.map(({ reference }) => reference);
  const attached = withAttached(bytes, source, files);
  const all = attached && (await ofDocument(attached, (document) => listedOf(document, limits, kinds)));
  if (twice !== undefined && (all === undefined || all.length < wanted.length))
    throw new Refused("pdf_name_twice", twice || "–");
  return twice === undefined ? [...wanted, ...(all ?? [])] : (all ?? wanted);
}

/** True if the end mark is where it belongs. Some storage fills files up with NUL bytes, which do not count. */
function hasEnd(bytes: Uint8Array): boolean {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return Buffer.from(bytes.subarray(Math.max(0, end - TAIL_BYTES), end)).includes("%%EOF");
}

async function ofDocument(
  bytes: Uint8Array,
  read: (document: pdfjs.PDFDocumentProxy) => Promise<Attachment[]>,
): Promise<Attachment[]> {
  // The library takes the buffer away from its owner.
  const task = pdfjs.getDocument({ ...OPTIONS, data: Uint8Array.from(bytes) });
  try {
    return await read(await task.promise);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(error instanceof pdfjs.PasswordException ? "pdf_encrypted" : "pdf_damaged");
  } finally {
    await task.destroy();
  }
}

async function wantedOf(document: pdfjs.PDFDocumentProxy, limits: ReadingLimits, kinds: Kinds): Promise<Attachment[]> {
  const { info } = await document.getMetadata();
  // PDF/A, on which hybrid invoices are based, forbids encryption, so also the one that opens without a password.
  if ("EncryptFilterName" in info && info.EncryptFilterName) throw new Refused("pdf_encrypted");
  const wanted = await listedOf(document, limits, kinds);
  if (wanted.some(({ content }) => kinds.isInvoice(content))) return wanted;
  return [...wanted, ...(await contentsOf(document, await onPages(document), limits, kinds))];
}

interface Listed {
  id: string;
  name: string;
}

/** Returns the files in the document's own list. */
async function listedOf(document: pdfjs.PDFDocumentProxy, limits: ReadingLimits, kinds: Kinds): Promise<Attachment[]> {
  const attachments = [...((await document.getAttachments()) ?? [])];
  const listed = attachments.map(([id, { filename }]) => ({ id, name: filename }));
  return await contentsOf(document, listed, limits, kinds);
}

/** Pages whose annotations are looked at. A reader of the document sees the first ones. */
const MAX_PAGES = 20;

/** Returns the files that are attached to a place on a page. */
async function onPages(document: pdfjs.PDFDocumentProxy): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (let page = 1; page <= Math.min(document.numPages, MAX_PAGES); page += 1)
    for (const annotation of await (await document.getPage(page)).getAnnotations())
      if (annotation.annotationType === pdfjs.AnnotationType.FILEATTACHMENT && annotation.fileId)
        listed.push({ id: annotation.fileId, name: annotation.file?.filename ?? "" });
  return listed;
}

async function contentsOf(
  document: pdfjs.PDFDocumentProxy,
  listed: Listed[],
  limits: ReadingLimits,
  { isWanted }: Kinds,
): Promise<Attachment[]> {
  if (listed.length > limits.attachments) throw new Refused("pdf_too_many_attachments", String(listed.length));
  const wanted: Attachment[] = [];
  for (const { id, name } of listed) {
    const content = await document.getAttachmentContent(id);
    if (!content || !isWanted(content)) continue;
    if (content.length > limits.xmlBytes) throw new Refused("pdf_attachment_too_large", name);
    wanted.push({ name, content });
  }
  return wanted;
}
