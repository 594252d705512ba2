import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Prisma } from "@/lib/core/database/db";
import { AppError, ERROR_STATUS, type ErrorCode } from "@/lib/core/web/errors";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";
import { problemResponse, toAppError } from "./problem";
import type { Problem } from "./problem-body";

async function problemOf(error: unknown): Promise<{ status: number; type: string | null; body: Problem }> {
  const response = problemResponse(error, "req_1");
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: (await response.json()) as Problem,
  };
}

describe("an API problem", () => {
  test("has no error code if the caller is not signed in, which tells the client that its session has ended", async () => {
    const { status, type, body } = await problemOf(new AppError("unauthenticated"));
    expect(status).toBe(401);
    expect(type).toBe("application/problem+json");
    expect(problemResponse(new AppError("unauthenticated"), "req_1").headers.get("www-authenticate")).toMatch(
      /^Bearer /,
    );
    expect(body).toMatchObject({ status: 401, title: "unauthenticated", requestId: "req_1" });
    expect(body).not.toHaveProperty("errorCode");
  });

  test.each((Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => code !== "unauthenticated"))(
    "for the error %s has that code and its status",
    async (code) => {
      const { status, body } = await problemOf(new AppError(code));
      expect(body).toMatchObject({ errorCode: code, status: ERROR_STATUS[code] });
      expect(status).toBe(ERROR_STATUS[code]);
    },
  );

  test.each(Object.keys(ERROR_STATUS) as ErrorCode[])(
    "for the error %s has WWW-Authenticate if and only if its status is 401",
    (code) => {
      const { status, headers } = problemResponse(new AppError(code), "req_1");
      expect(headers.has("www-authenticate")).toBe(status === 401);
    },
  );

  test("names the invalid fields", async () => {
    const parsed = z
      .object({ daysEarlier: z.number(), conditions: z.array(z.string().min(1)) })
      .safeParse({ daysEarlier: "x", conditions: ["a", ""] });
    const { status, body } = await problemOf(parsed.error);
    expect(status).toBe(422);
    expect(body.fields?.map((field) => field.field)).toEqual(["daysEarlier", "conditions.1"]);
  });

  test("for an unexpected error of ours reveals no details", async () => {
    const { status, body } = await problemOf(new TypeError("secret detail of cus_1"));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("secret detail");
  });

  test.each<[ProviderErrorKind, ErrorCode]>([
    ["network", "provider_unavailable"],
    ["unavailable", "provider_unavailable"],
    ["rate_limited", "too_many_requests"],
    ["unreadable", "provider_unavailable"],
    ["auth", "connection_revoked"],
    ["refused", "provider_refused"],
    ["conflict", "provider_refused"],
    ["not_found", "provider_refused"],
    ["forbidden", "provider_refused"],
  ])("for a vendor's error of the kind %s is %s, without the vendor's text", (kind, code) => {
    const refusal = toAppError(new ProviderError(kind, "token abc at Lexware"));
    expect(refusal.code).toBe(code);
    expect(refusal.message).not.toContain("abc");
  });

  test("for a vendor that limits our calls states when to try again", () => {
    expect(toAppError(new ProviderError("rate_limited", "no", undefined, 2_500)).retryAfterSeconds).toBe(3);
    expect(toAppError(new ProviderError("rate_limited", "no")).retryAfterSeconds).toBeGreaterThan(0);
  });

  test("for a deadlock between two changes is a conflict, which may be tried again", () => {
    const deadlock = new Prisma.PrismaClientKnownRequestError("no", { code: "P2034", clientVersion: "7" });
    expect(toAppError(deadlock).code).toBe("conflict");
  });

  test("for an unreachable database has the status 503", () => {
    expect(toAppError(new Prisma.PrismaClientInitializationError("no", "7")).code).toBe("unavailable");
    expect(toAppError(Object.assign(new Error("no"), { code: "ECONNREFUSED" })).code).toBe("unavailable");
    expect(toAppError(Object.assign(new Error("no"), { code: "P2002" })).code).toBe("internal");
  });
});
