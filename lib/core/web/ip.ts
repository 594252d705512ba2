import ipaddr from "ipaddr.js";

/** Replaces an invalid address and one that no proxy of ours has reported. All such callers share their limits. */
export const UNKNOWN_IP = "unknown";

/**
 * Returns the normalised form of an address: lower case and compressed, without zone and port. An IPv4 address in IPv6
 * form (`::ffff:203.0.113.7`) becomes the IPv4 address. Everything else becomes `UNKNOWN_IP`.
 */
export function plainIp(text: string): string {
  const address = parse(text);
  if (!address) return UNKNOWN_IP;
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/**
 * Returns the network that rate limits treat as one caller: the IPv4 address, or the /64 of an IPv6 address. A
 * household or a machine usually owns a whole /64 and can use any address in it.
 */
export function networkOf(ip: string): string {
  const address = parse(ip);
  if (!address) return UNKNOWN_IP;
  return address instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toRFC5952String()}/64`
    : address.toString();
}

/** Returns the provider's network, /16 or IPv6 /48, which usually stays when the provider assigns a new address. */
export function providerNetworkOf(ip: string): string {
  const address = parse(ip);
  if (!address) return UNKNOWN_IP;
  const isLong = address instanceof ipaddr.IPv6;
  const groups = isLong ? address.parts.slice(0, 3).map((part) => part.toString(16)) : address.octets.slice(0, 2);
  return groups.join(".");
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Some proxies append a port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
  const bare = text.trim().match(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+)(?::\d+)?$/);
  const [address = ""] = (bare?.[1] ?? bare?.[2] ?? text.trim()).split("%");
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : undefined;
}
