/**
 * The body of a request as it came. Never holds more than `maxBytes` and a piece, whatever length the caller has announced.
 *
 * @returns undefined if it is too much
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  if (announced > maxBytes) return undefined;
  // HTTP ends a body at the length that was announced: it can be read at once, which costs much less than piece by piece.
  if (announced >= 0) return Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
