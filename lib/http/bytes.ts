/**
 * The body of a request as it came. Stops reading as soon as it is too much, whatever length the caller has announced.
 *
 * @returns undefined if it is too much
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
