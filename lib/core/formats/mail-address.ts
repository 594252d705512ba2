/** One mailbox: a plain local part and a full domain, in lower case. Only this file creates values of this type. */
export type MailAddress = string & { readonly __brand: "MailAddress" };

/** SMTP's limit for a path, without its angle brackets. */
const MAX_LENGTH = 254;
/** An ASCII dot-atom without the characters by which old mail servers forward to another host (`%`, `!`). */
const LOCAL_PART = /^[\w&'*+=~#-]+(?:\.[\w&'*+=~#-]+)*$/;
/** Labels of letters and digits in any script; the last one starts with a letter, so that no IP address is a domain. */
const DOMAIN =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;
/** Invisible characters, including those that count as letters or combining marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** A single word without an address, alone or after an address. */
const BARE_WORD = /(?:^|@\S*\s+)[\p{L}\p{M}\p{N}_.&'*+=~#-]+$/u;
const STARTS_WITH_ADDRESS = /^(?:mailto:\s*)?[^\s<>"@]+@/i;
const ENDS_WITH_ADDRESS = /@[^\s<>]+$/;
/** The country code at the end of a domain, if the dot before it is mistyped: `firma.co, uk`. */
const COUNTRY = /^[a-z]{2}$/i;
/** One piece of a field up to its separator; separators within quotes or angle brackets belong to the piece. */
const PIECES = /((?:"[^"]*"|<[^<>]*>|[^;,\r\n])+)([;\r\n]|,\s?|$)/g;

/**
 * Returns the address in a text, or undefined. Nothing is repaired, except that decomposed umlauts of a domain are
 * composed. An address with a blank, quotes, a comment, invisible or full-width characters is refused, because a mail
 * client would read another mailbox from it.
 */
export function mailAddressOf(text: string): MailAddress | undefined {
  const address = text.trim();
  // Folding to lower case must not turn a look-alike into the letter it resembles.
  if (address.length > MAX_LENGTH || INVISIBLE.test(address) || [...address].some(isLookAlike)) return undefined;
  const [local = "", domain = "", ...rest] = address.toLowerCase().normalize("NFC").split("@");
  if (rest.length > 0 || local.length > 64 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return undefined;
  return asciiDomain(domain) ? (`${local}@${domain}` as MailAddress) : undefined;
}

/**
 * Reads a field in which people keep one or several addresses, separated by `;`, comma, blank, slash or line break.
 * `Name <address>` and `mailto:` are understood. A separator that may be a mistyped dot makes the whole field
 * unreadable: `max; mustermann@firma.de` contains no address.
 *
 * @returns the addresses in their order, each once, and whether the field contains nothing else
 */
export function readMailAddresses(text: string): { addresses: MailAddress[]; isWhole: boolean } {
  const addresses = new Set<MailAddress>();
  let isWhole = true;
  let isTorn = false;
  const pieces = [...text.replaceAll(/\s[/|]\s/g, ";").matchAll(PIECES)].filter(
    ([, piece = ""]) => piece.trim() !== "",
  );
  if (hasMistypedDot(pieces.map(([, piece = ""]) => piece.trim()))) return { addresses: [], isWhole: false };
  for (const [, piece = "", end] of pieces) {
    const found: MailAddress[] | undefined = isTorn ? undefined : addressesIn(piece);
    for (const address of found ?? []) addresses.add(address);
    if (!found) isWhole = false;
    // A comma without a blank may also be a mistyped dot after text that is not a word: `max%m,mustermann@firma.de`.
    isTorn = !found && end === ",";
  }
  return { addresses: [...addresses], isWhole };
}

/** Returns the addresses of several fields in their order, each once. */
export function mailAddressesIn(fields: (string | null | undefined)[]): MailAddress[] {
  return [...new Set(fields.flatMap((field) => readMailAddresses(field ?? "").addresses))];
}

/** Returns the address for SMTP servers, with the domain in ASCII. */
export function asciiAddress(address: MailAddress): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** Returns the stored and compared form of a sign-in address: browsers send a domain in Unicode or in ASCII. */
export function plainEmail(email: string): string {
  const address = mailAddressOf(email);
  return address ? asciiAddress(address) : email.trim().toLowerCase();
}

/** True if a separator may be a mistyped dot: the address next to it would then be another mailbox. */
function hasMistypedDot(pieces: string[]): boolean {
  return pieces.some((piece, at) => {
    const before = pieces[at - 1] ?? "";
    const isLocalTorn = BARE_WORD.test(before) && STARTS_WITH_ADDRESS.test(piece);
    return isLocalTorn || (ENDS_WITH_ADDRESS.test(before) && COUNTRY.test(piece));
  });
}

/**
 * Returns undefined if a word of the piece is not an address: `max mustermann@firma.de` is not `mustermann@firma.de`.
 */
function addressesIn(piece: string): MailAddress[] | undefined {
  const plain = piece.replaceAll(/(^|[\s<])mailto:\s*/gi, "$1");
  const named = /^([^<>]*)<([^<>]*)>\s*$/.exec(plain);
  if (named) return namedAddress(named[1] ?? "", named[2] ?? "");
  const found = plain.trim().split(/\s+/).map(mailAddressOf);
  return found.every((address) => address !== undefined) ? found : undefined;
}

/** Reads `Name <address>`. A name that is a different address makes the piece unreadable: one of the two is wrong. */
function namedAddress(name: string, text: string): MailAddress[] | undefined {
  const address = mailAddressOf(text);
  const isOther = name.includes("@") && mailAddressOf(name.replaceAll('"', "")) !== address;
  return address && !isOther ? [address] : undefined;
}

/**
 * True for a character that compatibility normalisation replaces by another one; letters and accents are not replaced.
 */
function isLookAlike(sign: string): boolean {
  return sign.normalize("NFKC") !== sign;
}

function asciiDomain(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}
