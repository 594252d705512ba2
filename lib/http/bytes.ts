import { AppError } from "@/lib/core/errors";

/**
 * The body of a request as it came. Never holds more than `maxBytes` and a piece, whatever length the caller has announced.
 *
 * @returns undefined if it is too much
 * @throws AppError `upload_incomplete` if less arrived than was announced
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  if (announced > maxBytes) return undefined;
  // HTTP ends a body at the length that was announced: it can be read at once, which costs much less than piece by piece.
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
 * Streams the body of a request and holds its length against what was announced: by the header `Content-Length`, and by the
 * page that sent it. Next.js and proxies may hand on only the beginning of a body, and a table cut at the end of a line
 * looks complete.
 *
 * @param size bytes as the page announced them; undefined if it announced none
 * @throws AppError `invalid_input` if nobody announced a length; at the end of the stream `upload_incomplete` if it differs
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
