import QRCode from "qrcode";

/** A QR code as an image address. It holds the secret, so it is drawn here and never asked of another service. */
export async function qrCodeImage(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
