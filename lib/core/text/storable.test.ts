import { describe, expect, test } from "vitest";
import { inOneForm, isStorable, isStorableMoment, parseStorable, storableJson } from "./storable";

const deep = (text: string) => {
  let value: unknown = text;
  for (let i = 0; i < 200_000; i += 1) value = [value];
  return value;
};

/**
 * A value that contains itself. A server action can receive one, as references in a few hundred bytes; reading it
 * repeatedly fails the test.
 */
const inRing = (text: string) => {
  let reads = 0;
  const ring: Record<string, unknown> = {
    text,
    get self() {
      reads += 1;
      expect(reads).toBeLessThan(10);
      return { ring };
    },
  };
  return ring;
};
const folded = (text: string) => {
  let value: unknown = text;
  for (let i = 0; i < 60; i += 1) value = [value, value, value];
  return value;
};

describe("values that the database cannot store", () => {
  test.each([
    ["plain text", "Grüße 💶 \n\t\u0001", true],
    ["NUL", "a\0b", false],
    ["half of a character", "a\ud83d", false],
    ["both halves the wrong way round", "\udcb6\ud83d", false],
    ["NUL far inside", { a: [{ b: "\0" }] }, false],
    ["NUL in a name", { "a\0": 1 }, false],
    ["things that are no texts", { a: [1, null, true, undefined] }, true],
    ["a file", new File(["\0"], "logo.png"), true],
    ["nesting deeper than calls can be", deep("a"), true],
    ["NUL below such nesting", deep("\0"), false],
    ["one thing in more places than can be counted", folded("a"), true],
    ["NUL in all of them", folded("\0"), false],
  ])("isStorable is right about %s", (_what, value, expected) => {
    expect(isStorable(value)).toBe(expected);
  });

  test("isStorable searches a value that contains itself only once", () => {
    expect(isStorable(inRing("a"))).toBe(true);
    expect(isStorable(inRing("\0"))).toBe(false);
  });

  test.each([
    ["2026-09-01T10:00:00Z", true],
    ["9999-12-31T23:59:59.999Z", true],
    ["0001-01-01T00:00:00Z", true],
    ["0000-12-31T23:59:59Z", false],
    ["+010000-01-01T00:00:00Z", false],
    ["-000001-01-01T00:00:00Z", false],
    ["some day", false],
  ])("isStorableMoment of %s is %s", (text, expected) => {
    expect(isStorableMoment(new Date(text))).toBe(expected);
  });

  test("are removed from a vendor's JSON, and nothing else is", () => {
    const fine = { text: "Grüße 💶 \\u0000", list: [1, null], at: new Date(0) };
    expect(storableJson(fine)).toBe(JSON.stringify(fine));
    const bad = { text: "a\0b\ud83dc💶", list: ["\0", 1, null] };
    const good = { text: "abc💶", list: ["", 1, null] };
    expect(JSON.parse(storableJson(bad))).toEqual(good);
    expect(parseStorable(JSON.stringify(bad))).toEqual(good);
    const badName = { list: [{ "a\0b": { "\0": "\0" } }], "__proto__\0": 1 };
    const goodName = '{"list":[{"ab":{"":""}}],"__proto__":1}';
    expect(storableJson(badName)).toBe(goodName);
    expect(JSON.stringify(parseStorable(JSON.stringify(badName)))).toBe(goodName);
    // Some vendors write escapes in capitals, and whole characters as two halves.
    expect(parseStorable(String.raw`["\uD83D\uDCB6","\uDCB6x","\\u0000"]`)).toEqual(["💶", "x", String.raw`\u0000`]);
    expect(() => parseStorable("<html>")).toThrow(SyntaxError);
  });
});

describe("one Unicode form", () => {
  const apart = "Ba\u0308ckerei";

  test("inOneForm composes every text in a value and changes nothing else", () => {
    expect(inOneForm(apart)).toBe("Bäckerei");
    const file = new File(["a"], "logo.png");
    const value = { name: apart, list: [apart, 1, null, { deep: apart }], file, "plain ﬁ": "ﬁ" };
    expect(inOneForm(value)).toEqual({
      name: "Bäckerei",
      list: ["Bäckerei", 1, null, { deep: "Bäckerei" }],
      file,
      "plain ﬁ": "ﬁ",
    });
    expect(inOneForm(undefined)).toBeUndefined();
  });

  test("inOneForm visits deep nesting, shared values and values that contain themselves only once", () => {
    expect(() => inOneForm([deep(apart), folded(apart), inRing(apart)])).not.toThrow();
  });

  test.each(["Ba\u0308ckerei", "Ba\\u0308ckerei", "B\\u00e4ckerei"])(
    "parseStorable composes the text that a vendor writes as %j",
    (text) => {
      expect(parseStorable(`{"name":"${text}"}`)).toEqual({ name: "Bäckerei" });
    },
  );
});
