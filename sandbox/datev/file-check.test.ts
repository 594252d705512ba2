import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkFile } from "./file-check";

const OWN = readFileSync("test/datev-samples/own_EXTF_Buchungsstapel_payout.csv");
const text = OWN.toString("latin1");
const check = (content: Buffer, client = "29098-55003") => {
  const { problem } = checkFile(content, client);
  return problem && [problem.id, ...(problem.elements.map(({ reason }) => reason) || []), problem.detail].join("|");
};
const changed = (good: string, bad: string) => {
  expect(text).toContain(good);
  return Buffer.from(text.replace(good, bad), "latin1");
};

describe("the service checks the header", () => {
  test("accepts valid bookings and debtors, and reports their facts", () => {
    expect(checkFile(OWN, "29098-55003")).toEqual({
      problem: null,
      facts: {
        ...{ category: 21, fiscalYearBegin: "2026-01-01", dateFrom: "2026-09-01", dateTo: "2026-09-30" },
        ...{ label: "GoCardless 2026-09", recordCount: 4 },
      },
    });
    expect(check(readFileSync("test/datev-samples/own_EXTF_DebKred_Stamm.csv"))).toBeNull();
  });

  test("detects the encoding by the byte order mark", () => {
    const marked = `\uFEFF${new TextDecoder("windows-1252").decode(OWN)}`;
    for (const encoding of ["utf8", "utf16le"] as const) expect(check(Buffer.from(marked, encoding))).toBeNull();
    expect(check(Buffer.from(marked, "utf16le").swap16())).toBeNull();
    expect(check(Buffer.from("\xef\xbb\xbf\xe4", "latin1"))).toContain("1008833|Only Windows-1252");
    expect(check(Buffer.alloc(0))).toContain("1008834|Missing columns");
  });

  test.each([
    ["another mark", '"EXTF"', '"DTVF"', "is invalid (1)"],
    ["another version", ";700;", ";510;", "is invalid (2)"],
    ["an old format", ";13;2026", ";9;2026", "Invalid combination"],
    ["bookings called debtors", '"Buchungsstapel"', '"Debitoren/Kreditoren"', "Invalid combination"],
    ["no time of making", ";20260911081530123;", ";;", "is invalid (6)"],
    ["another consultant", ";29098;", ";29099;", "does not match"],
    ["another client", ";55003;", ";55004;", "does not match"],
    ["a fiscal year that is none", ";20260101;", ";2026;", "is invalid (13)"],
    ["accounts too long", ";4;2026", ";9;2026", "is invalid (14)"],
    ["a period the wrong way round", ";20260901;20260930;", ";20260930;20260901;", "DateFrom must not be greater"],
    ["something in a reserved field", '"EUR";;', '"EUR";1;', "is invalid (23)"],
    ["a field less", ";700;", ";", "Missing columns"],
    ["a header too long", "GoCardless 2026-09", "x".repeat(1_000), "exceeds maximum length"],
  ])("refuses %s", (_what, good, bad, reason) => {
    expect(check(changed(good, bad))).toContain(reason);
  });

  test("refuses a file without a row or with too many, and does not check the rows' contents", () => {
    const [header, titles, row] = text.split("\r\n");
    expect(check(Buffer.from(`${header}\r\n${titles}\r\n`, "latin1"))).toBe("1008833|No payload");
    const many = `${header}\r\n${titles}\r\n${"x\r\n".repeat(100_000)}`;
    expect(check(Buffer.from(many, "latin1"))).toBe("1008833|More than 99999 postings");
    expect(check(Buffer.from(`${header}\r\n${titles}\r\n${row?.slice(0, 20)}\r\n`, "latin1"))).toBeNull();
  });
});
