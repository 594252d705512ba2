import sharp from "sharp";
import { AppError } from "@/lib/core/web/errors";
import { isReadableImage, LOGO_HEIGHT, LOGO_WIDTH, MAX_LOGO_PIXELS } from "./rules";

export interface Logo {
  png: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

const REFUSAL = "The logo must be a PNG, JPEG or WebP image of at most 2 MB and 16 megapixels.";

/**
 * Repaints an uploaded image as a small PNG. Only the pixels of the file remain: no place where it was taken, no
 * thumbnail, no hidden second file. Outlook does not show WebP, and JPEG has no transparency.
 *
 * @throws AppError `logo_invalid`
 */
export async function repaintLogo(bytes: Uint8Array): Promise<Logo> {
  if (!isReadableImage(bytes)) throw refusal();
  try {
    // Checked before decompression, because a small file can contain an enormous image.
    const painted = await sharp(bytes, { limitInputPixels: MAX_LOGO_PIXELS, failOn: "error" })
      .autoOrient()
      .resize({ width: LOGO_WIDTH, height: LOGO_HEIGHT, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
    return { png: new Uint8Array(painted.data), width: painted.info.width, height: painted.info.height };
  } catch {
    throw refusal();
  }
}

function refusal(): AppError {
  return new AppError("logo_invalid", REFUSAL, [{ field: "logo", message: REFUSAL }]);
}
