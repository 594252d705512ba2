import { describe, expect, test } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { ceremonyProblem, hasUserIdLength } from "./rules";

const CODES = [
  "ERROR_CEREMONY_ABORTED",
  "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
  "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT",
  "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
  "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY",
  "ERROR_MALFORMED_PUBKEYCREDPARAMS",
  "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG",
  "ERROR_INVALID_DOMAIN",
  "ERROR_INVALID_RP_ID",
  "ERROR_INVALID_USER_ID_LENGTH",
  "ERROR_AUTHENTICATOR_GENERAL_ERROR",
];

describe("the reason why no passkey was made", () => {
  test.each(CODES)("%s is recognised, and has a text of its own in both languages", (code) => {
    const problem = ceremonyProblem(Object.assign(new Error("from the library"), { code }));
    expect(problem).toBe(code);
    for (const { passkeys } of [en.account, de.account]) {
      const texts = Object.values(passkeys.problem);
      const text = passkeys.problem[problem];
      expect(text).toMatch(/\w/);
      expect(texts.filter((other) => other === text)).toHaveLength(1);
    }
  });

  test.each([
    ["an empty answer", new Error("Registration was not completed")],
    ["a browser's own error, whose code is a number", new DOMException("no", "NotAllowedError")],
    ["a code of a later library", Object.assign(new Error("new"), { code: "ERROR_FROM_THE_FUTURE" })],
    ["nothing at all", undefined],
  ])("%s counts as not completed", (_name, error) => expect(ceremonyProblem(error)).toBe("notCompleted"));

  test("has the wording of the specification", () => {
    expect(en.account.passkeys.problem.unsupported).toBe("WebAuthn is not supported in this browser");
    expect(en.account.passkeys.problem.notCompleted).toBe("Registration was not completed");
    expect(en.login.problem.passkey.aborted).toBe("Authentication was not completed");
  });
});

describe("the length of a user id", () => {
  const encoded = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString("base64url");
  test.each([
    [0, false],
    [1, true],
    [2, true],
    [30, true],
    [63, true],
    [64, true],
    [65, false],
    [66, false],
    [200, false],
  ])("of %i bytes is valid: %s", (bytes, fits) => expect(hasUserIdLength(encoded(bytes))).toBe(fits));

  test("does not count padding", () => expect(hasUserIdLength(Buffer.alloc(64).toString("base64"))).toBe(true));
});
