/** What may be uploaded. */
export const MAX_LOGO_BYTES = 2_000_000;
export const MAX_LOGO_PIXELS = 16_000_000;
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** What is kept: twice the size at which it is shown, for screens that have the pixels. */
export const LOGO_WIDTH = 480;
export const LOGO_HEIGHT = 144;
export const LOGO_DENSITY = 2;

/** Whether a file begins like one of the images we read. No other reader of images is ever started for it. */
export function isReadableImage(bytes: Uint8Array): boolean {
  const starts = (signature: number[], at = 0) => signature.every((byte, i) => bytes[at + i] === byte);
  const isPng = starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const isJpeg = starts([0xff, 0xd8, 0xff]);
  const isWebp = starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8);
  return isPng || isJpeg || isWebp;
}
