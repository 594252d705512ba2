import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pageQuery } from "@/lib/http/body/params";
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
  // Sent as bytes, like everything that arrives over the network.
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
  test("receives it byte by byte, with the other fields of the form", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(await ask(upload, form(bytes, "true"))).toEqual({
      status: 200,
      body: { name: "läogo.png", bytes: [...bytes], everywhere: true },
    });
  });

  test.each([
    ["JSON", "{}", { "content-type": "application/json" }, 415, "unsupported_media_type"],
    [
      "no form, though it says so",
      "nonsense",
      { "content-type": "multipart/form-data; boundary=x" },
      400,
      "malformed_request",
    ],
    ["nothing at all", undefined, {}, 415, "unsupported_media_type"],
  ])("refuses a body that is %s", async (_what, body, headers, status, errorCode) => {
    expect(await ask(upload, body, headers)).toMatchObject({ status, body: { errorCode } });
  });

  test("refuses a form that exceeds its limit", async () => {
    const refused = { status: 413, body: { errorCode: "request_too_large" } };
    expect(await ask(upload, form(new Uint8Array(2_001)))).toMatchObject(refused);
  });

  test("refuses text in place of the file, and names the field", async () => {
    const data = new FormData();
    data.set("logo", "words");
    expect(await ask(upload, data)).toMatchObject({ status: 422, body: { fields: [{ field: "logo" }] } });
  });

  test("stops reading at the limit, even if no length was announced", async () => {
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

  test("is described as multipart/form-data in the API description", () => {
    const { paths } = openApiDocument({ logo: { POST: upload }, word: { POST: json } }, "http://einzug.test") as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    };
    expect(paths["/logo"]?.post.requestBody.content["multipart/form-data"]?.schema).toMatchObject({
      properties: { logo: { type: "string", format: "binary" } },
    });
    expect(Object.keys(paths["/word"]?.post.requestBody.content ?? {})).toEqual(["application/json"]);
  });
});

const search = route({
  access: "public",
  summary: "Looks for things",
  query: pageQuery.extend({ name: z.string().min(1).default("any") }),
  body: z.object({
    word: z.string().default("none"),
    about: z.string().optional(),
    answer: z.string().nullable().optional(),
    inside: z.object({ code: z.string().optional(), months: z.number() }).optional(),
  }),
  response: z.looseObject({}),
  handler: async ({ query, body }) => ({ query, body }),
});

const JSON_TYPE = { "content-type": "application/json" };

test.each([
  ['{"word":"ä😀"}', 200, { word: "ä😀" }],
  ["", 200, { word: "none" }],
  ["{", 400, { errorCode: "malformed_request" }],
  ["word=ä", 400, { errorCode: "malformed_request" }],
  // These characters are refused here, because no database column can store them.
  ['{"word":"a\\u0000b"}', 422, { errorCode: "invalid_input" }],
  ['{"word":"\\ud83d"}', 422, { errorCode: "invalid_input" }],
  [`{"word":"${"x".repeat(1_000_001)}"}`, 413, { errorCode: "request_too_large" }],
])("a body is read as JSON, or refused if it is none: %.20s", async (body, status, expected) => {
  expect(await ask(json, body, JSON_TYPE)).toMatchObject({ status, body: expected });
});

test.each([
  ["application/json; charset=utf-8", 200],
  ["Application/JSON", 200],
  ["application/merge-patch+json", 200],
  ["text/plain;charset=UTF-8", 415],
  ["application/x-www-form-urlencoded", 415],
  ["application/jsonx", 415],
])("a body of the type %s is answered with %d", async (type, status) => {
  expect((await ask(json, '{"word":"a"}', { "content-type": type })).status).toBe(status);
});

test("a body that is not UTF-8 is refused, and not read with replacement characters", async () => {
  const bytes = Buffer.from('{"word":"M\xfcller"}', "latin1");
  expect(await ask(json, bytes, JSON_TYPE)).toMatchObject({ status: 400, body: { errorCode: "malformed_request" } });
});

test("a body without a type is read as JSON", async () => {
  const bytes = new TextEncoder().encode('{"word":"a"}');
  expect(await ask(json, bytes)).toMatchObject({ status: 200, body: { word: "a" } });
});

describe("a value that the caller does not have", () => {
  const send = async (query: string, body: object) => {
    const init = { method: "POST", body: JSON.stringify(body), headers: JSON_TYPE };
    const request = new Request(`http://einzug.test/api?${query}`, init);
    const response = await search(request, { params: Promise.resolve({}) });
    return (await response.json()) as Record<string, unknown>;
  };

  test("may be an empty query parameter", async () => {
    expect(await send("page=&size=&sort=&name=", {})).toMatchObject({
      query: { page: 0, size: 25, sort: "asc", name: "any" },
    });
    expect(await send("page=x&size=0", {})).toMatchObject({ fields: [{ field: "page" }, { field: "size" }] });
  });

  test("may be null in an optional field at any depth, and arrives as null where the schema accepts it", async () => {
    const inside = { code: null, months: 2 };
    expect(await send("", { word: null, about: null, answer: null, inside })).toMatchObject({
      body: { word: "none", answer: null, inside: { months: 2 } },
    });
    expect(await send("", { inside: null })).toMatchObject({ body: { word: "none" } });
  });

  test("must not be null in a required field, and the refusal names only that field", async () => {
    expect(await send("", { about: null, inside: { code: null, months: null } })).toMatchObject({
      status: 422,
      fields: [{ field: "inside.months" }],
    });
    expect(await send("", { about: 7, word: null })).toMatchObject({ status: 422, fields: [{ field: "about" }] });
  });

  test("may be null according to the API description, too", () => {
    const { paths } = openApiDocument({ search: { POST: search } }, "http://einzug.test") as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    };
    const text = { type: "string" };
    const orNull = { anyOf: [text, { type: "null" }] };
    expect(paths["/search"]?.post.requestBody.content["application/json"]?.schema).toMatchObject({
      properties: {
        word: { anyOf: [{ ...text, default: "none" }, { type: "null" }] },
        about: orNull,
        answer: { type: ["string", "null"] },
        inside: { anyOf: [{ properties: { code: orNull, months: { type: "number" } } }, { type: "null" }] },
      },
    });
  });
});

test("a character that no column can store is refused with the names of its fields", async () => {
  const body = '{"word":"fine","about":"a\\u0000b","inside":{"code":"\\ud83d","months":1}}';
  expect(await ask(search, body, JSON_TYPE)).toMatchObject({
    status: 422,
    body: { fields: [{ field: "about" }, { field: "inside" }] },
  });
});
