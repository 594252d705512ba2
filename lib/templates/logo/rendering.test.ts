import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/core/web/errors";
import { repaintLogo } from "./rendering";
import { LOGO_HEIGHT, LOGO_WIDTH } from "./rules";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 15, g: 92, b: 107, alpha: 0.5 } } });
const SECRET = "taken at 51.3397 12.3731 by Jana";

describe("a logo", () => {
  test.each([
    ["png", () => picture(1_200, 300).png().toBuffer()],
    ["jpeg", () => picture(1_200, 300).flatten().jpeg().toBuffer()],
    ["webp", () => picture(1_200, 300).webp().toBuffer()],
  ])("in the format %s becomes a small PNG", async (_type, make) => {
    const logo = await repaintLogo(await make());
    expect(logo).toMatchObject({ width: LOGO_WIDTH, height: 120 });
    expect(await sharp(logo.png).metadata()).toMatchObject({ format: "png", width: LOGO_WIDTH, height: 120 });
  });

  test("keeps its proportions, and its size if it is small", async () => {
    expect(await repaintLogo(await picture(40, 30).png().toBuffer())).toMatchObject({ width: 40, height: 30 });
    expect(await repaintLogo(await picture(500, 1_000).png().toBuffer())).toMatchObject({
      width: 72,
      height: LOGO_HEIGHT,
    });
  });

  test("contains only pixels afterwards: no camera data, no colour profile, no appended file", async () => {
    const noted = await picture(60, 20)
      .flatten()
      .withExif({ IFD0: { ImageDescription: SECRET } })
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    const laden = Buffer.concat([noted, Buffer.from(`PK\u0003\u0004<script>alert("${SECRET}")</script>`)]);
    expect(laden.includes(SECRET)).toBe(true);
    const { png } = await repaintLogo(laden);
    const painted = Buffer.from(png);
    expect(painted.includes(SECRET)).toBe(false);
    expect(painted.includes("<script>")).toBe(false);
    const { exif, icc, xmp } = await sharp(painted).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });

  test("is rotated as the camera's orientation demands", async () => {
    const lying = await picture(60, 20).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await repaintLogo(lying)).toMatchObject({ width: 20, height: 60 });
  });

  test.each([
    [
      "an SVG with a script",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a GIF", () => picture(20, 20).gif().toBuffer()],
    ["a TIFF", () => picture(20, 20).tiff().toBuffer()],
    ["nothing", () => Buffer.alloc(0)],
    ["only the beginning of a PNG", async () => (await picture(200, 200).png().toBuffer()).subarray(0, 60)],
    ["a page behind the signature of a PNG", () => Buffer.from("\x89PNG\r\n\x1a\n<script>alert(1)</script>", "latin1")],
    ["a small file with an enormous picture", () => picture(5_000, 4_000).png({ compressionLevel: 9 }).toBuffer()],
  ])("is refused if it is %s", async (_what, make) => {
    await expect(repaintLogo(await make())).rejects.toMatchObject({
      code: "logo_invalid",
      fields: [{ field: "logo" }],
    });
  });
});

test("arbitrary bytes and damaged images are either repainted or refused", async () => {
  const real = await picture(30, 20).png().toBuffer();
  const changed = fc.array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  const bent = changed.map((places) => {
    const bytes = Buffer.from(real);
    for (const [at, byte] of places) bytes[at] = byte;
    return bytes;
  });
  const cut = fc.nat(real.length).map((length) => real.subarray(0, length));
  const any = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([real.subarray(0, 8), bytes]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(bent, cut, any, fc.uint8Array()), async (bytes) => {
      const outcome = await repaintLogo(bytes).catch((error: unknown) => error);
      if (outcome instanceof AppError) expect(outcome.code).toBe("logo_invalid");
      else expect(await sharp((outcome as { png: Uint8Array }).png).metadata()).toMatchObject({ format: "png" });
    }),
    { numRuns: 200 },
  );
});
