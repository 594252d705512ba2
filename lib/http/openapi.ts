import { z } from "zod";
import type { RouteHandler } from "./route";

export type RouteTable = Record<string, Partial<Record<"GET" | "POST" | "PUT" | "DELETE", RouteHandler>>>;

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  requestId: z.string(),
  errorCode: z.string().optional(),
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  twoFactorRequired: z.literal(true).optional(),
});

/** The API description, made from the very schemas that parse input and output. */
export function openApiDocument(table: RouteTable, server: string): Record<string, unknown> {
  const paths = Object.entries(table).map(([path, methods]) => [
    `/${path}`,
    Object.fromEntries(Object.entries(methods).map(([method, handler]) => [method.toLowerCase(), operation(handler)])),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Einzug", version: "1", description: "SEPA direct debit for small businesses" },
    servers: [{ url: `${server}/api/v1` }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Problem: toSchema(problem, "output") },
    },
  };
}

function operation({ spec }: RouteHandler): Record<string, unknown> {
  return {
    summary: spec.summary,
    // Who may call it: anybody, everybody of the account, those who may change things, or its owners.
    "x-access": spec.access,
    ...(spec.needsFreshProof ? { "x-needs-fresh-proof": true } : {}),
    ...(spec.needsProvenAddress ? { "x-needs-proven-address": true } : {}),
    security: spec.access === "public" ? [] : [{ bearer: [] }],
    parameters: [...parameters(spec.params, "path"), ...parameters(spec.query, "query")],
    ...(spec.body ? { requestBody: { required: true, content: bodyContent(spec) } } : {}),
    responses: {
      200: { description: "Done", content: json(toSchema(spec.response, "output")) },
      default: {
        description: "Refused",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query"): Record<string, unknown>[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function bodyContent({ body, multipart }: RouteHandler["spec"]): Record<string, unknown> {
  const schema = body ? toSchema(body, "input") : {};
  return multipart ? { "multipart/form-data": { schema } } : json(schema);
}

function json(schema: unknown): Record<string, unknown> {
  return { "application/json": { schema } };
}

function toSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
