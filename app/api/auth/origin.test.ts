import { expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { POST } from "./[...nextauth]/route";

const own = new URL(env().APP_URL).origin;

test.each(["callback/password", "callback/passkey", "callback/ticket", "signin/password", "signout"])(
  "a POST to %s from another site, or without an origin, is refused",
  async (path) => {
    for (const origin of [undefined, "null", "https://evil.example", `${own}.evil.example`]) {
      const headers: HeadersInit = origin === undefined ? {} : { origin };
      const request = new Request(`${env().APP_URL}/api/auth/${path}`, { method: "POST", headers });
      const response = await POST(request, { params: Promise.resolve({ nextauth: path.split("/") }) });
      expect(response.status, origin).toBe(403);
      expect(await response.json()).toMatchObject({ errorCode: "origin_mismatch" });
    }
  },
);
