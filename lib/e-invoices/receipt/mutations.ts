import type { CustomerId } from "@/lib/auth/scope";
import { storeFiles } from "@/lib/e-invoices/tray/mutations";
import { kindOf, shownName } from "@/lib/e-invoices/tray/rules";
import { type Candidate, MAX_FILE_BYTES, type Origin, type Receipt } from "@/lib/e-invoices/tray/types";
import { archiveFiles, candidateOf } from "./archive-rules";

/** Enough bytes to tell the kind of a file. */
const HEAD_BYTES = 1_024;

/** Files that are stored in one transaction, and about how many bytes of them. */
const [FILES_PER_TRANSACTION, BYTES_PER_TRANSACTION] = [50, 8_000_000];

/**
 * Stores a file, or every file of a ZIP archive, while it is received, and yields what happened to each. Holds a few
 * files in memory, however large the archive is.
 */
export async function* receiveUpload(
  customerId: CustomerId,
  file: { name: string; body: AsyncIterable<Uint8Array> },
  origin: Origin,
): AsyncGenerator<Receipt> {
  let group: Extract<Candidate, { bytes: Uint8Array }>[] = [];
  let bytes = 0;
  for await (const candidate of candidatesOf(file)) {
    if ("refused" in candidate) {
      yield { name: shownName(candidate.name), status: "refused", reason: candidate.refused };
      continue;
    }
    group.push(candidate);
    bytes += candidate.bytes.length;
    if (group.length < FILES_PER_TRANSACTION && bytes < BYTES_PER_TRANSACTION) continue;
    yield* await storeFiles(customerId, group, origin);
    [group, bytes] = [[], 0];
  }
  yield* await storeFiles(customerId, group, origin);
}

/** Yields the file, or the files in it if it is a ZIP archive. */
export async function* candidatesOf(file: {
  name: string;
  body: AsyncIterable<Uint8Array>;
}): AsyncGenerator<Candidate> {
  const body = file.body[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  let isOver = false;
  while (head.length < HEAD_BYTES && !isOver) {
    const next = await body.next();
    isOver = next.done === true;
    if (!next.done) head = Buffer.concat([head, next.value]);
  }
  const whole = chainOf(head, isOver ? undefined : body);
  if (kindOf(head) === "zip") yield* archiveFiles({ name: file.name, body: whole });
  else yield await collected(file.name, whole, kindOf(head) !== undefined);
}

async function* chainOf(head: Uint8Array, rest: AsyncIterator<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value;
}

/** Reads the whole body, of which it holds no more than a file may have. */
async function collected(name: string, body: AsyncIterable<Uint8Array>, isKnownKind: boolean): Promise<Candidate> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (isKnownKind && length <= MAX_FILE_BYTES) pieces.push(piece);
    else pieces.length = 0;
  }
  if (length > MAX_FILE_BYTES) return { name, refused: "too_large" };
  if (length > 0 && !isKnownKind) return { name, refused: "file_type" };
  return candidateOf(name, Buffer.concat(pieces));
}
