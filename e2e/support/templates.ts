import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Supplier } from "./supplier";
import type { Texts } from "./texts";

/** The place where a photo was taken, as cameras record it; no mail may reveal it. */
export const NOTE = "taken at 51.3397 12.3731";
/** Returns a photo with a note of the place where it was taken. */
export async function logoFile() {
  const picture = sharp({ create: { width: 960, height: 240, channels: 3, background: "#0f5c6b" } });
  const buffer = await picture
    .withExif({ IFD0: { ImageDescription: NOTE } })
    .jpeg()
    .toBuffer();
  return { name: "logo.jpg", mimeType: "image/jpeg", buffer };
}

/** Returns the preview of the mail, in the frame next to the editor. */
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

/** Calls our API for the German mail about an invoice. */
export async function ask({ by, of, method, path = "", body }: Asked) {
  const json = typeof body === "string" ? { "content-type": "application/json" } : undefined;
  const url = `${process.env.APP_URL}/api/v1/customers/${of.customerId}/email-templates/with-invoice/de${path}`;
  const headers = { authorization: `Bearer ${await token(by)}`, ...json };
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
