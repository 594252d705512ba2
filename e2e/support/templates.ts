import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Supplier } from "./supplier";
import type { Texts } from "./texts";

/** Where a picture was taken, as cameras note it; no mail may tell. */
export const NOTE = "taken at 51.3397 12.3731";
/** A picture as a camera makes it, with a note of where it was taken. */
export async function logoFile() {
  const picture = sharp({ create: { width: 960, height: 240, channels: 3, background: "#0f5c6b" } });
  const buffer = await picture
    .withExif({ IFD0: { ImageDescription: NOTE } })
    .jpeg()
    .toBuffer();
  return { name: "logo.jpg", mimeType: "image/jpeg", buffer };
}

/** The mail as it would look, in the frame beside the editor. */
export const preview = (app: Page, t: Texts) => app.frameLocator(`iframe[title="${t("emails.preview.frame")}"]`);

async function token({ email, password }: Supplier): Promise<string> {
  const response = await fetch(`${process.env.APP_URL}/api/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "2001:db8::77" },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { jwtToken: string }).jwtToken;
}

interface Asked {
  by: Supplier;
  of: Supplier;
  method: string;
  path?: string;
  body?: BodyInit;
}

/** Asks our API for the German mail about an invoice. */
export async function ask({ by, of, method, path = "", body }: Asked) {
  const json = typeof body === "string" ? { "content-type": "application/json" } : undefined;
  const url = `${process.env.APP_URL}/api/v1/customers/${of.customerId}/email-templates/with-invoice/de${path}`;
  const headers = { authorization: `Bearer ${await token(by)}`, ...json };
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
