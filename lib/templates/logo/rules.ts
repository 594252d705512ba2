/** Limits of an upload. */
export const MAX_LOGO_BYTES = 2_000_000;
export const MAX_LOGO_PIXELS = 16_000_000;
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** Maximum size of the stored logo, in pixels: twice its size on the screen, for high-resolution displays. */
export const LOGO_WIDTH = 480;
export const LOGO_HEIGHT = 144;
export const LOGO_DENSITY = 2;

/** True if a file starts like one of the supported image formats. Other files never reach an image decoder. */
export function isReadableImage(bytes: Uint8Array): boolean {
  const starts = (signature: number[], at = 0) => signature.every((byte, i) => bytes[at + i] === byte);
  const isPng = starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const isJpeg = starts([0xff, 0xd8, 0xff]);
  const isWebp = starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8);
  return isPng || isJpeg || isWebp;
}
