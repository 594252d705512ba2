import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { openApiDocument } from "@/lib/http/openapi";
import { type ApiDocument, parseDocument, prepareDocument } from "./prepare-document";

const whole = openApiDocument(routes, "https://einzug.test") as unknown as ApiDocument;

test("the page offers to sign calls with an API key, and with nothing else", () => {
  const shown = prepareDocument(whole);
  expect(Object.keys(shown.components.securitySchemes)).toEqual(["key"]);
  const operations = Object.values(shown.paths).flatMap((methods) => Object.values(methods));
  for (const { security, "x-key-scope": scope } of operations) expect(security).toEqual(scope ? [{ key: [] }] : []);
  expect(operations).toHaveLength(Object.values(whole.paths).flatMap((methods) => Object.values(methods)).length);
});

test("every section says what its calls are for, and the webhooks have only their own section", () => {
  const { tags } = prepareDocument({ ...whole, tags: [...whole.tags, { name: "webhooks" }] });
  expect(tags.map(({ name }) => name)).toEqual(whole.tags.map(({ name }) => name));
  expect(tags.filter(({ description }) => !description)).toEqual([]);
});

test("the account of a reader who is signed in is already in the calls' fields", () => {
  const parametersOf = (document: ApiDocument) => document.paths["/customers/{customerId}/status"]?.get?.parameters;
  expect(parametersOf(prepareDocument(whole, "cust_1"))).toMatchObject([{ name: "customerId", example: "cust_1" }]);
  expect(parametersOf(prepareDocument(whole))).toEqual(parametersOf(whole));
});

test("examples are not made from patterns of times and limits of integers", () => {
  const time = { type: "string", format: "date-time", pattern: "^x$" };
  const count = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const size = { type: "integer", minimum: 1, maximum: 250 };
  const read = parseDocument(JSON.stringify({ time, count, size })) as unknown as Record<string, unknown>;
  expect(read).toEqual({ time: { type: "string", format: "date-time" }, count: { type: "integer" }, size });
});
