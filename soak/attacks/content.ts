// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of the product stand here as texts
import type { Weakening } from "./weakening";

const PAGES = {
  tier: "e2e",
  file: "e2e/hostile-content.spec.ts",
  test: "what the books hold harms nothing where it is shown, mailed, asked about or exported",
} as const;
const REFLECTED = {
  tier: "unit",
  file: "soak/attacks/markup.test.ts",
  test: "nothing on a page is made of a text as markup",
} as const;
const LONG = { tier: "unit", file: "soak/attacks/long-input.test.ts" } as const;

/** Text that becomes something else where it is shown, stored, sent, opened or read. */
export const ofContent: Weakening[] = [
  {
    kind: "stored XSS",
    attack: "a contact's name is markup in the list of contacts",
    file: "components/format/name.tsx",
    search: "      {shown}",
    replace: "      <span dangerouslySetInnerHTML={{ __html: shown }} />",
    caughtBy: PAGES,
  },
  {
    kind: "stored XSS",
    attack: "what the books say is markup in a mail",
    file: "lib/templates/rendering.tsx",
    search: "  const html = await render(element);",
    replace: '  const html = (await render(element)).replaceAll("&lt;", "<").replaceAll("&gt;", ">");',
    caughtBy: {
      tier: "unit",
      file: "lib/templates/rendering.test.ts",
      test: "is built the same whatever the books say: values are text, never markup",
    },
  },
  {
    kind: "stored XSS",
    attack: "a page with a script travels behind the pixels of a logo",
    file: "lib/templates/logo-rendering.ts",
    search: "    return { png: new Uint8Array(painted.data), width: painted.info.width, height: painted.info.height };",
    replace: "    return { png: new Uint8Array(bytes), width: painted.info.width, height: painted.info.height };",
    caughtBy: {
      tier: "unit",
      file: "lib/templates/logo-rendering.test.ts",
      test: "brings nothing along but pixels: no notes of the camera, no profile, no file behind it",
    },
  },
  {
    kind: "reflected XSS",
    attack: "what somebody was looking for is markup on the page that found nothing",
    file: "components/ui/empty-state.tsx",
    search: '      <p className="prose-width text-muted">{text}</p>',
    replace: "      <p dangerouslySetInnerHTML={{ __html: String(text) }} />",
    caughtBy: REFLECTED,
  },
  {
    kind: "reflected XSS",
    attack: "a script that got into a page runs, because the policy lets every inline script run",
    file: "middleware.ts",
    search: "    `script-src 'nonce-${nonce}' 'strict-dynamic'${inDevelopment ? \" 'unsafe-eval'\" : \"\"}`,",
    replace: "    `script-src 'self' 'unsafe-inline'${nonce ? \"\" : String(inDevelopment)}`,",
    caughtBy: {
      tier: "unit",
      file: "app/middleware.test.ts",
      test: "a page runs the scripts that it was sent with, and no other",
    },
  },
  {
    kind: "formula injection",
    attack: "an invoice's number is a formula in the file that a spreadsheet opens",
    file: "lib/core/csv.ts",
    search: "    return FORMULA.test(plain) ? `'${plain}` : plain;",
    replace: "    return plain;",
    caughtBy: { tier: "unit", file: "lib/core/csv.test.ts", test: "marks %j as text" },
  },
  {
    kind: "formula injection",
    attack: "only the plain sign is seen, not its wide form or one behind a blank",
    file: "lib/core/csv.ts",
    search: "const FORMULA = /^[\\s]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]/;",
    replace: "const FORMULA = /^[=+\\-@]/;",
    caughtBy: { tier: "unit", file: "lib/core/csv.test.ts", test: "marks %j as text" },
  },
  {
    kind: "open redirect",
    attack: "the way back after the sign-in leads to another site by two slashes",
    file: "lib/core/own-path.ts",
    search: '  if (url.origin !== HERE || url.pathname.startsWith("//")) return undefined;',
    replace: "",
    caughtBy: { tier: "unit", file: "lib/core/own-path.test.ts", test: "%j is not" },
  },
  {
    kind: "SSRF",
    attack: "a vendor's answer sends our call, with its token, to an address inside",
    file: "lib/core/http-client.ts",
    search: '      redirect: "error",',
    replace: '      redirect: "follow",',
    caughtBy: { tier: "unit", file: "lib/core/http-client.test.ts", test: "a vendor's answer %i sends us nowhere" },
  },
  {
    kind: "SSRF",
    attack: "a live installation is pointed at an address of the machine itself",
    file: "lib/core/live-rules.ts",
    search: '  return isIP(host) !== 0 || !host.includes(".") || /\\.(localhost|local|internal|test)$/.test(host);',
    replace: '  return host === "";',
    caughtBy: { tier: "unit", file: "lib/core/live-rules.test.ts", test: "%s = %s, without its value" },
  },
  {
    kind: "prototype pollution",
    attack: "a bank's code that is a name of every object finds what nobody has listed",
    file: "lib/collections/retry-rules.ts",
    search: "  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;",
    replace: "  return key !== null && key in table ? table[key] : undefined;",
    caughtBy: {
      tier: "unit",
      file: "lib/collections/retry-rules.test.ts",
      test: "the unknown code %s is a matter for a talk",
    },
  },
  {
    kind: "prototype pollution",
    attack: "a placeholder of that name is taken for one of ours",
    file: "lib/templates/rules.ts",
    search: "  return [...new Set(found.filter(({ name }) => !known.includes(name)).map(({ whole }) => whole))];",
    replace:
      "  return [...new Set(found.filter(({ name }) => !(name in Object.fromEntries(known.map((one) => [one, 1])))).map(({ whole }) => whole))];",
    caughtBy: {
      tier: "unit",
      file: "lib/templates/rules.test.ts",
      test: "that do not exist are named as they were typed: %j",
    },
  },
  {
    kind: "path traversal",
    attack: "an id that somebody names leads to another address of the books, or to the same document again",
    file: "lib/core/ids.ts",
    search: "  return /^[\\w-]{1,100}$/.test(text);",
    replace: "  return text.length <= 100;",
    caughtBy: {
      tier: "contract",
      file: "lib/invoices/transfer-mutations.contract.test.ts",
      test: "an id that would lead to another address, or to the same document again, is nobody's",
    },
  },
  {
    kind: "path traversal",
    attack: "a language from a cookie becomes the name of another file",
    file: "lib/core/locales.ts",
    search: '  return value === "en" || value === "de";',
    replace: '  return typeof value === "string" && value !== "";',
    caughtBy: { tier: "unit", file: "lib/core/locales.test.ts", test: "%j is no language of ours" },
  },
  {
    kind: "ReDoS",
    attack: "a payment condition of many numbers stops the worker of all suppliers",
    file: "lib/collections/condition-rules.ts",
    search: "  return reached.has(label.length);",
    replace:
      '  return new RegExp(`^${[head, ...rest].map((part) => part.replace(/\\W/g, "\\\\$&")).join("\\\\d{1,4}")}$`).test(label);',
    caughtBy: { ...LONG, test: "does not as a payment condition with many numbers in a row" },
  },
  {
    kind: "ReDoS",
    attack: "a telephone number of many blanks stops the process that reads it",
    file: "lib/accounts/registration-rules.ts",
    search: '  const plain = typed.replace(/[\\s()[\\]-]/g, "");',
    replace: '  const plain = typed.replace(/(?:\\s|[()[\\]-])+$/, "").replace(/[\\s()[\\]-]/g, "");',
    caughtBy: { ...LONG, test: "does not as %s" },
  },
  {
    kind: "resource exhaustion",
    attack:
      "an argument of a few bytes that holds itself keeps the web process busy until its memory ends, without a sign-in",
    file: "lib/core/storable.ts",
    search: "one === null || seen.has(one)",
    replace: "one === null",
    caughtBy: { tier: "unit", file: "lib/core/storable.test.ts", test: "what holds itself is looked through once" },
  },
];
