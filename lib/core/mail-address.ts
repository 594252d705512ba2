/** One mailbox: a plain local part and a whole domain, in lower case. Only this file makes one. */
export type MailAddress = string & { readonly __brand: "MailAddress" };

/** The limit of SMTP for a path, without its angle brackets. */
const MAX_LENGTH = 254;
/** A dot-atom of ASCII, without the characters by which old mail servers forward to another host (`%`, `!`). */
const LOCAL_PART = /^[\w&'*+=~#-]+(?:\.[\w&'*+=~#-]+)*$/;
/** Labels of letters and digits in any script; the last one begins with a letter, so that no IP address is a domain. */
const DOMAIN =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;
/** Signs that nobody sees, although some of them count as letters or marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** A single word without an address, alone or after an address. */
const BARE_WORD = /(?:^|@\S*\s+)[\p{L}\p{M}\p{N}_.&'*+=~#-]+$/u;
const STARTS_WITH_ADDRESS = /^(?:mailto:\s*)?[^\s<>"@]+@/i;
const ENDS_WITH_ADDRESS = /@[^\s<>]+$/;
/** The end of a domain, if the dot before it is mistyped: `firma.co, uk`. */
const COUNTRY = /^[a-z]{2}$/i;
/** A piece of a field up to its separator; a separator within quotes or angle brackets belongs to the piece. */
const PIECES = /((?:"[^"]*"|<[^<>]*>|[^;,\r\n])+)([;\r\n]|,\s?|$)/g;

/**
 * Reads one address. Nothing is repaired, except that two-part umlauts of a domain become one sign. An address
 * with a blank, quotes, a comment, invisible or full-width characters is none, because a mail client would read another mailbox out of it.
 */
export function mailAddressOf(text: string): MailAddress | undefined {
  const address = text.trim();
  // Folding to lower case must not turn a look-alike into the letter it looks like.
  if (address.length > MAX_LENGTH || INVISIBLE.test(address) || [...address].some(isLookAlike)) return undefined;
  const [local = "", domain = "", ...rest] = address.toLowerCase().normalize("NFC").split("@");
  if (rest.length > 0 || local.length > 64 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return undefined;
  return asciiDomain(domain) ? (`${local}@${domain}` as MailAddress) : undefined;
}

/**
 * Reads a field in which people keep addresses: one, several (`;`, comma, blank, slash, line), `Name <address>`, `mailto:`.
 * A separator that may be a mistyped dot makes the whole field unreadable: `max; mustermann@firma.de` holds no address.
 *
 * @returns the addresses in their order, each once, and whether the field holds nothing else
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
    // A comma without a blank may be a mistyped dot, too, after something that is no word: `max%m,mustermann@firma.de`.
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

/** How the addresses of people who sign in are stored and compared: browsers send a domain in either of its forms. */
export function plainEmail(email: string): string {
  const address = mailAddressOf(email);
  return address ? asciiAddress(address) : email.trim().toLowerCase();
}

/** Whether a separator may stand in the place of a dot: the address beside it would then be another mailbox. */
function hasMistypedDot(pieces: string[]): boolean {
  return pieces.some((piece, at) => {
    const before = pieces[at - 1] ?? "";
    const isLocalTorn = BARE_WORD.test(before) && STARTS_WITH_ADDRESS.test(piece);
    return isLocalTorn || (ENDS_WITH_ADDRESS.test(before) && COUNTRY.test(piece));
  });
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

/** True for a sign that normalisation replaces by another one; marks of their own and letters stay what they are. */
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
