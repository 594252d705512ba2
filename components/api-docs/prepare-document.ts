interface Parameter {
  name: string;
  example?: unknown;
}

interface Operation {
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  "x-key-scope"?: string;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description?: string }[];
  components: { securitySchemes: Record<string, unknown> };
}

/**
 * Reads the API's description. Omits what only machines need, because the examples would be made from it: the pattern
 * of a time, and the limits of an integer.
 */
export function parseDocument(text: string): ApiDocument {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const schema = value as { format?: string; pattern?: string; minimum?: number; maximum?: number };
    if (schema.format === "date-time") schema.pattern = undefined;
    if (schema.minimum === Number.MIN_SAFE_INTEGER) schema.minimum = undefined;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) schema.maximum = undefined;
    return schema;
  }) as ApiDocument;
}

/**
 * Returns the API's description as the page shows it. Calls can be made with an API key only: the page sends no cookie,
 * so that an example cannot change something by the reader's own session, and asks for no other token. The tag of the
 * webhooks is omitted, because they have a section of their own.
 *
 * @param customerId of a reader who is signed in; then it is already in the fields of the calls
 */
export function prepareDocument(document: ApiDocument, customerId?: string): ApiDocument {
  const { key } = document.components.securitySchemes;
  const operationOf = (operation: Operation): Operation => ({
    ...operation,
    security: (operation.security ?? []).filter((way) => "key" in way),
    parameters: (operation.parameters ?? []).map((parameter) =>
      customerId && parameter.name === "customerId" ? { ...parameter, example: customerId } : parameter,
    ),
  });
  return {
    ...document,
    tags: document.tags.filter(({ name }) => name !== "webhooks"),
    components: { ...document.components, securitySchemes: { key } },
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operationOf(operation)])),
      ]),
    ),
  };
}
