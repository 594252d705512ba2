import { describe, expect, test } from "vitest";
import { readBytes, wholeBody } from "./bytes";

/** Returns a request whose body has `length` bytes, with another length in its header if announced. */
function requestOf(length: number, announced?: number): Request {
  const headers = announced === undefined ? {} : { "content-length": String(announced) };
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(length));
      controller.close();
    },
  });
  return new Request("http://einzug.test/upload", { method: "PUT", headers, body, duplex: "half" } as RequestInit);
}

async function lengthOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of body) length += chunk.length;
  return length;
}

describe("a streamed body", () => {
  test.each([
    ["by its head", 5, undefined],
    ["by the page", undefined, 5],
    ["by both", 5, 5],
  ])("is accepted when as many bytes arrive as were announced %s", async (_how, header, size) => {
    expect(await lengthOf(wholeBody(requestOf(5, header), size))).toBe(5);
  });

  test.each([
    ["its head", 6, undefined],
    ["its head, though the page agrees with what came", 6, 5],
    ["the page, though a proxy has written a new head", 5, 6],
    ["the page, where it came in chunks", undefined, 6],
  ])("is refused when fewer bytes arrive than announced by %s", async (_how, header, size) => {
    const reading = lengthOf(wholeBody(requestOf(5, header), size));
    await expect(reading).rejects.toMatchObject({ code: "upload_incomplete" });
  });

  test("is refused when no length was announced", () => {
    expect(() => wholeBody(requestOf(5), undefined)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});

test("readBytes refuses a body when fewer bytes arrive than announced", async () => {
  await expect(readBytes(requestOf(5, 6), 100)).rejects.toMatchObject({ code: "upload_incomplete" });
  expect(await readBytes(requestOf(5, 5), 100)).toHaveLength(5);
});

/** Returns a request whose body arrives in chunks of these lengths, without an announced total. */
function inPieces(lengths: number[]): Request {
  const left = [...lengths];
  const body = new ReadableStream({
    pull(controller) {
      const length = left.shift();
      if (length === undefined) controller.close();
      else controller.enqueue(new Uint8Array(length));
    },
  });
  return new Request("http://einzug.test/", { method: "POST", body, duplex: "half" } as RequestInit);
}

describe("a body that is read as a whole", () => {
  test("is returned when it has exactly the limit, announced or in chunks", async () => {
    expect((await readBytes(requestOf(100, 100), 100))?.length).toBe(100);
    expect((await readBytes(inPieces([60, 40]), 100))?.length).toBe(100);
  });

  test("is not returned when it exceeds the limit by one byte, announced or in chunks", async () => {
    expect(await readBytes(requestOf(101, 101), 100)).toBeUndefined();
    expect(await readBytes(inPieces([60, 40, 1]), 100)).toBeUndefined();
  });

  test("is empty for a request without a body", async () => {
    expect((await readBytes(new Request("http://einzug.test/"), 100))?.length).toBe(0);
  });
});
