import { AppError } from "@/lib/core/web/errors";

/**
 * Returns the whole body of a request. Holds at most `maxBytes` and one chunk in memory, whatever length the caller
 * announced.
 *
 * @returns undefined if the body is larger than `maxBytes`
 * @throws AppError `upload_incomplete` if fewer bytes arrived than announced
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  if (announced > maxBytes) return undefined;
  // HTTP ends a body at its announced length. It can be read at once, which costs much less than reading chunk by
  // chunk.
  if (announced >= 0) {
    const bytes = Buffer.from(await request.arrayBuffer());
    if (bytes.length !== announced) throw incomplete(bytes.length, announced);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Streams the body of a request and compares its length with the announced ones: the `Content-Length` header, and the
 * size sent by the page. Next.js and proxies may forward only the beginning of a body. A table that is cut at the end
 * of a line looks complete.
 *
 * @param size bytes as the page announced them; undefined if it announced none
 * @throws AppError `invalid_input` if no length was announced; `upload_incomplete` at the end of the stream if one
 *   differs
 */
export function wholeBody(request: Request, size: number | undefined): AsyncIterable<Uint8Array> {
  const header = request.headers.get("content-length");
  const announced = [header === null ? undefined : Number(header), size].filter((length) => length !== undefined);
  if (!request.body || announced.length === 0) throw new AppError("invalid_input", "The length has to be announced.");
  return checked(request.body as AsyncIterable<Uint8Array>, announced);
}

async function* checked(body: AsyncIterable<Uint8Array>, announced: number[]): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    yield chunk;
  }
  for (const expected of announced) if (length !== expected) throw incomplete(length, expected);
}

function incomplete(received: number, announced: number): AppError {
  return new AppError("upload_incomplete", `${received} of ${announced} bytes arrived.`);
}
