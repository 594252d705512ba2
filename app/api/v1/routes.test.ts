import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { LARGEST_FILE_BYTES } from "@/lib/datev/import/types";
import { MAX_FORM_BYTES } from "@/lib/e-invoices/tray/schema";
import { MAX_ARCHIVE_BYTES, MAX_FILE_BYTES } from "@/lib/e-invoices/tray/types";
import { maxBodyBytes } from "@/lib/http/body/limits";
import { callsOf, openApiDocument } from "@/lib/http/openapi";
import { MAX_LOGO_BYTES } from "@/lib/templates/logo/rules";
import { routes } from "./routes";

const root = "app/api/v1";

function declared(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts") && !file.startsWith("openapi.json"))
    .flatMap((file) => {
      const methods = [...readFileSync(`${root}/${file}`, "utf8").matchAll(/export const (GET|POST|PUT|DELETE)\b/g)];
      const path = dirname(file).replaceAll(/\[(\w+)\]/g, "{$1}");
      return methods.map((method) => `${method[1]} ${path}`);
    });
}

test("every route file is listed in the API description", () => {
  const listed = callsOf(routes).map(({ method, path }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(declared().sort());
});

test("each path parameter of an address is a parameter of its schema", () => {
  const document = openApiDocument(routes, "http://localhost") as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    const inAddress = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    for (const operation of Object.values(operations)) {
      const inSchema = operation.parameters
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => parameter.name);
      expect(inSchema.sort(), path).toEqual(inAddress);
    }
  }
});

test("the server's body limits match the limits that the calls declare", () => {
  for (const { method, path, spec } of callsOf(routes)) {
    const address = `/api/v1/${path.replaceAll(/\{\w+\}/g, "x")}`;
    if (spec.multipart) expect(maxBodyBytes(address), `${method} ${path}`).toBe(spec.multipart.maxBytes);
  }
  expect(maxBodyBytes("/app/datev/import")).toBe(LARGEST_FILE_BYTES);
  expect(maxBodyBytes("/app/e-invoices/upload")).toBe(MAX_ARCHIVE_BYTES);
  expect(MAX_FORM_BYTES).toBeGreaterThan(MAX_FILE_BYTES);
  const logo = "/api/v1/customers/cus_x/email-templates/without-invoice/de/logo";
  expect(maxBodyBytes(logo)).toBeGreaterThan(MAX_LOGO_BYTES);
});
