import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openApiDocument } from "./openapi";
import { route } from "./route";

const upload = route({
  access: "public",
  summary: "Takes a picture",
  body: z.object({ logo: z.file(), everywhere: z.stringbool().default(false) }),
  multipart: { maxBytes: 2_000 },
  response: z.object({ name: z.string(), bytes: z.array(z.number()), everywhere: z.boolean() }),
  handler: async ({ body: { logo, everywhere } }) => ({
    name: logo.name,
    bytes: [...new Uint8Array(await logo.arrayBuffer())],
    everywhere,
  }),
});

const json = route({
  access: "public",
  summary: "Takes words",
  body: z.object({ word: z.string().default("none") }),
  response: z.object({ word: z.string() }),
  handler: async ({ body }) => body,
});

async function ask(handler: typeof upload, given: BodyInit | undefined, stated: Record<string, string> = {}) {
  // As bytes, like everything that comes over the wire.
  const whole = given instanceof FormData ? new Response(given) : undefined;
  const headers = { ...stated, ...(whole && { "content-type": whole.headers.get("content-type") ?? "" }) };
  const body = whole ? await whole.arrayBuffer() : given;
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  const response = await handler(new Request("http://einzug.test/api", init), { params: Promise.resolve({}) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function form(bytes: Uint8Array<ArrayBuffer>, everywhere?: string): FormData {
  const data = new FormData();
  data.set("logo", new File([bytes], "läogo.png", { type: "image/png" }));
  if (everywhere) data.set("everywhere", everywhere);
  return data;
}

describe("a call that takes a file", () => {
  test("gets it byte by byte, with the fields beside it", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(await ask(upload, form(bytes, "true"))).toEqual({
      status: 200,
      body: { name: "läogo.png", bytes: [...bytes], everywhere: true },
    });
  });

  test.each([
    ["JSON", "{}", { "content-type": "application/json" }],
    ["no form, though it says so", "nonsense", { "content-type": "multipart/form-data; boundary=x" }],
    ["nothing at all", undefined, {}],
  ])("refuses %s", async (_what, body, headers) => {
    expect(await ask(upload, body, headers)).toMatchObject({ status: 422, body: { errorCode: "invalid_input" } });
  });

  test("refuses more than it takes", async () => {
    const refused = { status: 413, body: { errorCode: "request_too_large" } };
    expect(await ask(upload, form(new Uint8Array(2_001)))).toMatchObject(refused);
  });

  test("refuses words in place of the file, and names the field", async () => {
    const data = new FormData();
    data.set("logo", "words");
    expect(await ask(upload, data)).toMatchObject({ status: 422, body: { fields: [{ field: "logo" }] } });
  });

  test("stops reading when it is too much, even if no length was announced", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_000;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    expect(await ask(upload, endless, headers)).toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(10_000);
  });

  test("says so in the description", () => {
    const { paths } = openApiDocument({ logo: { POST: upload }, word: { POST: json } }, "http://einzug.test") as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    };
    expect(paths["/logo"]?.post.requestBody.content["multipart/form-data"]?.schema).toMatchObject({
      properties: { logo: { type: "string", format: "binary" } },
    });
    expect(Object.keys(paths["/word"]?.post.requestBody.content ?? {})).toEqual(["application/json"]);
  });
});

test.each([
  ['{"word":"ä😀"}', 200, { word: "ä😀" }],
  ["", 200, { word: "none" }],
  ["{", 422, { errorCode: "invalid_input" }],
  // What no column can hold is refused here, not by the database.
  ['{"word":"a\\u0000b"}', 422, { errorCode: "invalid_input" }],
  ['{"word":"\\ud83d"}', 422, { errorCode: "invalid_input" }],
  [`{"word":"${"x".repeat(1_000_001)}"}`, 413, { errorCode: "request_too_large" }],
])("JSON is read as before: %.20s", async (body, status, expected) => {
  expect(await ask(json, body)).toMatchObject({ status, body: expected });
});
