import { parse } from "gocardless-nodejs";
import { isStorableMoment } from "@/lib/core/text/storable";
import { AppError } from "@/lib/core/web/errors";
import type { ProviderEvent } from "../port";
import { mapEvent } from "./map";

/**
 * Returns the events of a genuine webhook (HMAC-SHA256 over the raw body); undefined if the signature is missing or
 * wrong.
 *
 * @throws AppError `invalid_input` if the webhook is genuine but not a list of events; then none is stored
 */
export function readGocardlessWebhook(
  raw: Buffer,
  signature: string | null,
  secret: string,
): ProviderEvent[] | undefined {
  // The client throws a TypeError for a header that is missing or not 64 hex digits. Neither is genuine.
  if (!signature || !/^[0-9a-f]{64}$/.test(signature)) return undefined;
  try {
    const events = parse(raw.toString("utf8"), secret, signature).map(mapEvent);
    if (events.every((event) => isStorableMoment(event.occurredAt))) return events;
  } catch (error) {
    // `InvalidSignatureError` is not a subclass of Error in 10.1.2, so it is recognised by its name.
    if ((error as { name?: string }).name === "InvalidSignatureError") return undefined;
  }
  throw new AppError("invalid_input", "The events cannot be read.");
}
