import type { CustomerId } from "@/lib/auth/scope";
import { decrypt, encrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import type { OpenFile } from "@/lib/providers/accounting/datev/import/file";
import { LARGEST_FILE_BYTES } from "./types";

/** Files are stored in chunks of this size, so that storing and reading need no more memory than one chunk. */
const CHUNK_BYTES = 65_536;

/**
 * Stores a file while it is received.
 *
 * @returns its size in bytes
 * @throws AppError `file_too_large`
 */
export async function storeFile(
  customerId: CustomerId,
  importId: string,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  let [byteCount, position] = [0, 0];
  const put = async (piece: Uint8Array): Promise<void> => {
    const content = encrypt(Buffer.from(piece).toString("base64"), placeOf(customerId, importId, position));
    await db.datevImportChunk.create({ data: { customerId, importId, position, content } });
    position += 1;
  };
  let held: Uint8Array = new Uint8Array();
  for await (const piece of body) {
    byteCount += piece.length;
    if (byteCount > LARGEST_FILE_BYTES) throw new AppError("file_too_large");
    held = held.length > 0 ? Buffer.concat([held, piece]) : piece;
    for (; held.length >= CHUNK_BYTES; held = held.subarray(CHUNK_BYTES)) await put(held.subarray(0, CHUNK_BYTES));
  }
  if (held.length > 0) await put(held);
  return byteCount;
}

/** Opens a stored file from its beginning, any number of times. */
export function openStored(customerId: CustomerId, importId: string): OpenFile {
  return async function* () {
    for (let position = 0; ; position += 1) {
      const key = { customerId, importId, position };
      const chunk = await db.datevImportChunk.findUnique({ where: { customerId_importId_position: key } });
      if (!chunk) return;
      yield Buffer.from(decrypt(chunk.content, placeOf(customerId, importId, position)), "base64");
    }
  };
}

function placeOf(customerId: CustomerId, importId: string, position: number): string {
  return `datev_import_chunks/${customerId}/${importId}/${position}`;
}
