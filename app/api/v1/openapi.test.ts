import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test, vi } from "vitest";
import * as openapi from "@/lib/http/openapi";
import { WEBHOOK_DATA } from "@/lib/webhooks/schema";
import { GET } from "./openapi.json/route";
import { routes } from "./routes";

const { callsOf, openApiDocument } = openapi;

interface Operation {
  operationId: string;
  security: Record<string, []>[];
  requestBody?: { required: boolean };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: object }> }>;
  "x-error-codes": string[];
  "x-key-scope"?: string;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, object>;
    responses: Record<string, { description: string; headers?: object }>;
    schemas: { Problem: { properties: { errorCode: { enum: string[] } } } };
  };
}

const document = openApiDocument(routes, "https://einzug.test", WEBHOOK_DATA) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);
const named = (name: string) => operations.find((one) => one.name === name);

test("the OpenAPI description passes a strict linter", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    // The documented paths include `gocardless/flows/{id}/trigger` and `gocardless/{customerId}/flows/{id}`.
    rules: { "no-ambiguous-paths": "off" },
  });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  const told = found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
  expect(told).toEqual([]);
});

test("every call has a unique id, names its authentication, and lists its refusals", () => {
  expect(operations).toHaveLength(callsOf(routes).length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const open = callsOf(routes).filter(({ spec }) => spec.access === "public");
  expect(operations.filter(({ security }) => security.length === 0)).toHaveLength(open.length);
  for (const { name, security, responses, "x-key-scope": keyScope } of operations) {
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(["200", "429", "500", "503", "default"]));
    if (security.length === 0) continue;
    const byKey = keyScope ? [{ key: [] }] : [];
    expect(security, name).toEqual([...byKey, { bearer: [] }, { cookie: [] }]);
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(["401", "403"]));
    if (name.includes("{")) expect(Object.keys(responses), name).toContain("404");
  }
  expect(document.components.securitySchemes).toMatchObject({
    key: { type: "http", scheme: "bearer" },
    bearer: { type: "http", scheme: "bearer" },
    cookie: { type: "apiKey", in: "cookie", name: "__Host-einzug.session" },
  });
});

test("the login call lists the request for a code and its error codes", () => {
  const login = named("POST /login");
  expect(login?.operationId).toBe("postLogin");
  expect(Object.keys(login?.responses ?? {})).toEqual(expect.arrayContaining(["400", "401", "415", "422", "428"]));
  expect(login?.["x-error-codes"]).toEqual(expect.arrayContaining(["wrong_credentials", "two_factor_required"]));
  const { responses, schemas } = document.components;
  expect(responses.Refused428?.description).toBe("two_factor_required");
  expect(responses.Refused401?.headers).toHaveProperty("WWW-Authenticate");
  expect(responses.Refused429?.headers).toHaveProperty("Retry-After");
  expect(schemas.Problem.properties.errorCode.enum).toEqual(expect.arrayContaining(["company_taken", "not_found"]));
  expect(schemas.Problem.properties.errorCode.enum).not.toContain("unauthenticated");
});

test("the call for billing details lists both errors of a VAT id", () => {
  expect(named("PUT /customers/{customerId}/billing-contact")?.["x-error-codes"]).toEqual(
    expect.arrayContaining(["vat_id_invalid", "vat_id_country"]),
  );
});

test("the description distinguishes optional bodies from required ones", () => {
  expect(named("POST /customers/{customerId}/invoices")?.requestBody?.required).toBe(false);
  expect(named("POST /passkeys/login/start")?.requestBody?.required).toBe(false);
  expect(named("POST /login")?.requestBody?.required).toBe(true);
  expect(named("POST /lexoffice/core/{customerId}/voucherList")?.requestBody?.required).toBe(true);
});

test("a field with a fixed set of values is described as an enum", () => {
  const content = named("POST /customers/{customerId}/invoices")?.responses["200"]?.content?.["application/json"];
  expect(JSON.stringify(content?.schema)).toContain('"enum":["pending","created","submitted"');
  const request = named("GET /gocardless/{customerId}/flows")?.responses["200"]?.content?.["application/json"];
  expect(JSON.stringify(request?.schema)).toContain('"status":{"type":"string","enum":["pending"');
});

test("the description is rendered only once, however often it is requested", async () => {
  const making = vi.spyOn(openapi, "openApiDocument");
  const first = await GET().text();
  expect(await GET().text()).toBe(first);
  expect(making).toHaveBeenCalledTimes(1);
  expect(JSON.parse(first)).toHaveProperty("paths");
});
