import ipaddr from "ipaddr.js";

/** Stands for an address that no proxy of ours has named, or that is none. All such callers share their limits. */
export const UNKNOWN_IP = "unknown";

/**
 * The one spelling of an address: lower case and compressed, without zone and port. An IPv4 address that is written as
 * an IPv6 one (`::ffff:203.0.113.7`) is the IPv4 address. Anything else is `UNKNOWN_IP`.
 */
export function plainIp(text: string): string {
  const address = parse(text);
  if (!address) return UNKNOWN_IP;
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/**
 * The network that counts as one caller: the IPv4 address, or the /64 of an IPv6 address, because a household or a machine
 * usually holds a whole one and can take any address in it.
 */
export function networkOf(ip: string): string {
  const address = parse(ip);
  if (!address) return UNKNOWN_IP;
  return address instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toRFC5952String()}/64`
    : address.toString();
}

/** The provider's part of an address, which stays when the provider gives a line a new one: its /16, or IPv6 /48. */
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
