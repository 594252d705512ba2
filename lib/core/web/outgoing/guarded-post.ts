import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The beginning of an answer that is read. A receiver must not fill our memory. */
const MAX_ANSWER_BYTES = 16_000;

/** The address that a name leads to is not one of the public internet. */
class AddressRefused extends Error {}

interface GuardedPost {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** True if the operator allows addresses of the own network, and plain http. */
  allowsPrivate: boolean;
}

/** The only block of IPv6 from which public addresses are given out (RFC 4291, IANA). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** True for an address of the public internet: neither private nor loopback, link-local, reserved or a tunnel. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  // The library calls every block that it does not know "unicast", also `::127.0.0.1`.
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return false;
  return address.range() === "unicast";
}

/**
 * Posts to an address that somebody else chose, and returns the status. The name is resolved once, and the checked
 * address is the one that is connected to, so a name cannot change between check and connection. Redirects are not
 * followed. The time limit covers everything, and little of the answer is read.
 *
 * @throws AddressRefused; Error if no answer came
 */
export async function guardedPost(target: string, post: GuardedPost): Promise<number> {
  const { headers, body, timeoutMs, allowsPrivate } = post;
  const url = new URL(target);
  if (url.protocol !== "https:" && !(allowsPrivate && url.protocol === "http:"))
    throw new AddressRefused("only https is allowed");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // For a literal address Node.js does not call `lookup`.
  if (isIP(host) && !allowsPrivate && !isPublicAddress(host))
    throw new AddressRefused(`${host} is not a public address`);
  const signal = AbortSignal.timeout(timeoutMs);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      agent: false as const,
      signal,
      ...(allowsPrivate ? {} : { lookup: publicLookup }),
    };
    const request: ClientRequest = send(url, options, (response) => {
      drain(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
    request.on("error", (error) => reject(signal.aborted ? new Error("timeout") : error));
    request.end(body);
  });
}

/** Reads the beginning of an answer and drops the connection after it. */
async function drain(response: IncomingMessage): Promise<void> {
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) break;
  }
  response.destroy();
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name and refuses it if any of its addresses is not public. */
function publicLookup(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused || !first) return found(new AddressRefused(`${host} leads to no public address`), []);
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
}
