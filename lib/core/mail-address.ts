/** One mailbox: a plain local part and a whole domain, in lower case. Only this file makes one. */
export type MailAddress = string & { readonly __brand: "MailAddress" };

/** The limit of SMTP for a path, without its angle brackets. */
const MAX_LENGTH = 254;
/** A dot-atom of ASCII, without the characters by which old mail servers forward to another host (`%`, `!`). */
const LOCAL_PART = /^[\w&'*+=~#-]+(?:\.[\w&'*+=~#-]+)*$/;
/** Labels of letters and digits in any script; the last one begins with a letter, so that no IP address is a domain. */
const DOMAIN =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;
/** A piece of a field up to its separator; a separator within quotes or angle brackets belongs to the piece. */
const PIECES = /((?:"[^"]*"|<[^<>]*>|[^;,\r\n])+)([;\r\n]|,\s?|$)/g;

/**
 * Reads one address. Nothing is repaired: an address with a blank, quotes, a comment, invisible or full-width characters is
 * none, because a mail client would read another mailbox out of it.
 */
export function mailAddressOf(text: string): MailAddress | undefined {
  const address = text.trim();
  // Folding to lower case must not turn a look-alike into the letter it looks like.
  if (address.length > MAX_LENGTH || address.normalize("NFKC") !== address) return undefined;
  const [local = "", domain = "", ...rest] = address.toLowerCase().split("@");
  if (rest.length > 0 || local.length > 64 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return undefined;
  return asciiDomain(domain) ? (`${local}@${domain}` as MailAddress) : undefined;
}

/**
 * Reads a field in which people keep addresses: one, several (`;`, comma, blank, slash, line), `Name <address>`, `mailto:`.
 *
 * @returns the addresses in their order, each once, and whether the field holds nothing else
 */
export function readMailAddresses(text: string): { addresses: MailAddress[]; isWhole: boolean } {
  const addresses = new Set<MailAddress>();
  let isWhole = true;
  let isTorn = false;
  for (const [, piece = "", end] of text.replaceAll(/\s[/|]\s/g, ";").matchAll(PIECES)) {
    if (piece.trim() === "") continue;
    const found: MailAddress[] | undefined = isTorn ? undefined : addressesIn(piece);
    for (const address of found ?? []) addresses.add(address);
    if (!found) isWhole = false;
    // `max,mustermann@firma.de`: a comma in the place of a dot leads to another mailbox.
    isTorn = !found && end === ",";
  }
  return { addresses: [...addresses], isWhole };
}

/** All of several fields, in their order, each once. */
export function mailAddressesIn(fields: (string | null | undefined)[]): MailAddress[] {
  return [...new Set(fields.flatMap((field) => readMailAddresses(field ?? "").addresses))];
}

/** The address as SMTP servers know it: the domain in ASCII. */
export function asciiAddress(address: MailAddress): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** Undefined if a word of the piece is no address: `max mustermann@firma.de` is not the address of `mustermann`. */
function addressesIn(piece: string): MailAddress[] | undefined {
  const plain = piece.replaceAll(/(^|[\s<])mailto:\s*/gi, "$1");
  const named = /^([^<>]*)<([^<>]*)>\s*$/.exec(plain);
  if (named) return namedAddress(named[1] ?? "", named[2] ?? "");
  const found = plain.trim().split(/\s+/).map(mailAddressOf);
  return found.every((address) => address !== undefined) ? found : undefined;
}

/** `Name <address>`; a name that is another address says that one of the two is wrong. */
function namedAddress(name: string, text: string): MailAddress[] | undefined {
  const address = mailAddressOf(text);
  const isOther = name.includes("@") && mailAddressOf(name.replaceAll('"', "")) !== address;
  return address && !isOther ? [address] : undefined;
}

function asciiDomain(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}
