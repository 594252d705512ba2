import QRCode from "qrcode";

/** Returns a QR code as a data URL. It holds a secret, so it is drawn here and not by another service. */
export async function qrCodeImage(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
