// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of the product stand here as texts
import type { Attack } from "../weakening";

const PAGES = {
  tier: "e2e",
  file: "e2e/hostile-content.spec.ts",
  test: "hostile texts from the accounting system are harmless on screens and in mails, dialogs and exports",
} as const;
const REFLECTED = {
  tier: "unit",
  file: "test/markup.test.ts",
  test: "no page turns a text into markup",
} as const;
const LONG = { tier: "unit", file: "test/long-input.test.ts" } as const;

/** Text that becomes something else where it is shown, stored, sent, opened or read. */
export const ofContent: Attack[] = [
  {
    kind: "stored XSS",
    name: "a contact's name is markup in the list of contacts",
    file: "components/format/name.tsx",
    search: "      {shown}",
    replace: "      <span dangerouslySetInnerHTML={{ __html: shown }} />",
    noticedBy: PAGES,
  },
  {
    kind: "stored XSS",
    name: "what the books say is markup in a mail",
    file: "lib/templates/mail/rendering.tsx",
    search: "    html: await render(element),",
    replace: '    html: (await render(element)).replaceAll("&lt;", "<").replaceAll("&gt;", ">"),',
    noticedBy: {
      tier: "unit",
      file: "lib/templates/mail/rendering.test.ts",
      test: "has the same structure for any values of the accounting system: they are text, never markup",
    },
  },
  {
    kind: "stored XSS",
    name: "a page with a script travels behind the pixels of a logo",
    file: "lib/templates/logo/rendering.ts",
    search: "    return { png: new Uint8Array(painted.data), width: painted.info.width, height: painted.info.height };",
    replace: "    return { png: new Uint8Array(bytes), width: painted.info.width, height: painted.info.height };",
    noticedBy: {
      tier: "unit",
      file: "lib/templates/logo/rendering.test.ts",
      test: "contains only pixels afterwards: no camera data, no colour profile, no appended file",
    },
  },
  {
    kind: "reflected XSS",
    name: "what somebody was looking for is markup on the page that found nothing",
    file: "components/ui/empty-state.tsx",
    search: '      <p className="prose-width text-muted">{text}</p>',
    replace: "      <p dangerouslySetInnerHTML={{ __html: String(text) }} />",
    noticedBy: REFLECTED,
  },
  {
    kind: "reflected XSS",
    name: "a script that got into a page runs, because the policy lets every inline script run",
    file: "middleware.ts",
    search: "    `script-src 'nonce-${nonce}' 'strict-dynamic'${inDevelopment ? \" 'unsafe-eval'\" : \"\"}`,",
    replace: "    `script-src 'self' 'unsafe-inline'${nonce ? \"\" : String(inDevelopment)}`,",
    noticedBy: {
      tier: "unit",
      file: "app/middleware.test.ts",
      test: "a page runs only its own scripts",
    },
  },
  {
    kind: "formula injection",
    name: "an invoice's number is a formula in the file that a spreadsheet opens",
    file: "lib/core/formats/csv/line.ts",
    search: "    return FORMULA.test(plain) ? `'${plain}` : plain;",
    replace: "    return plain;",
    noticedBy: { tier: "unit", file: "lib/core/formats/csv/line.test.ts", test: "marks %j as text" },
  },
  {
    kind: "formula injection",
    name: "only the plain sign is seen, not its wide form or one behind a blank",
    file: "lib/core/formats/csv/line.ts",
    search: "const FORMULA = /^[\\s]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]/;",
    replace: "const FORMULA = /^[=+\\-@]/;",
    noticedBy: { tier: "unit", file: "lib/core/formats/csv/line.test.ts", test: "marks %j as text" },
  },
  {
    kind: "open redirect",
    name: "the way back after the sign-in leads to another site by two slashes",
    file: "lib/core/web/own-path.ts",
    search: '  if (url.origin !== HERE || url.pathname.startsWith("//")) return undefined;',
    replace: "",
    noticedBy: { tier: "unit", file: "lib/core/web/own-path.test.ts", test: "%j is not a path of ours" },
  },
  {
    kind: "SSRF",
    name: "a vendor's answer sends our call, with its token, to an address inside",
    file: "lib/core/web/http-client.ts",
    search: '      redirect: "error",',
    replace: '      redirect: "follow",',
    noticedBy: {
      tier: "unit",
      file: "lib/core/web/http-client.test.ts",
      test: "a call does not follow a vendor's redirect with status %i",
    },
  },
  {
    kind: "SSRF",
    name: "a live installation is pointed at an address of the machine itself",
    file: "lib/core/live-rules.ts",
    search: '  return isIP(host) !== 0 || !host.includes(".") || /\\.(localhost|local|internal|test)$/.test(host);',
    replace: '  return host === "";',
    noticedBy: {
      tier: "unit",
      file: "lib/core/live-rules.test.ts",
      test: "refuses %s = %s by name, without its value",
    },
  },
  {
    kind: "prototype pollution",
    name: "a bank's code that is a name of every object finds what nobody has listed",
    file: "lib/collections/attempts/retry-rules.ts",
    search: "  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;",
    replace: "  return key !== null && key in table ? table[key] : undefined;",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/attempts/retry-rules.test.ts",
      test: "with the unknown code %s calls for a talk",
    },
  },
  {
    kind: "prototype pollution",
    name: "a placeholder of that name is taken for one of ours",
    file: "lib/templates/texts/rules.ts",
    search: "  return [...new Set(found.filter(({ name }) => !known.includes(name)).map(({ whole }) => whole))];",
    replace:
      "  return [...new Set(found.filter(({ name }) => !(name in Object.fromEntries(known.map((one) => [one, 1])))).map(({ whole }) => whole))];",
    noticedBy: {
      tier: "unit",
      file: "lib/templates/texts/rules.test.ts",
      test: "that do not exist are reported as they were typed: %j",
    },
  },
  {
    kind: "path traversal",
    name: "an id that somebody names leads to another address of the books, or to the same document again",
    file: "lib/core/formats/ids.ts",
    search: "  return /^[\\w-]{1,100}$/.test(text);",
    replace: "  return text.length <= 100;",
    noticedBy: {
      tier: "contract",
      file: "lib/invoices/manual/provider.contract.test.ts",
      test: "refuses an id that would change the request path, or another spelling of a known id",
    },
  },
  {
    kind: "path traversal",
    name: "a language from a cookie becomes the name of another file",
    file: "lib/core/locales.ts",
    search: '  return value === "en" || value === "de";',
    replace: '  return typeof value === "string" && value !== "";',
    noticedBy: { tier: "unit", file: "lib/core/locales.test.ts", test: "%j is not a supported language" },
  },
  {
    kind: "ReDoS",
    name: "a payment condition of many numbers stops the worker of all suppliers",
    file: "lib/customers/condition/rules.ts",
    search: "  return reached.has(label.length);",
    replace:
      '  return new RegExp(`^${[head, ...rest].map((part) => part.replace(/\\W/g, "\\\\$&")).join("\\\\d{1,4}")}$`).test(label);',
    noticedBy: { ...LONG, test: "is read quickly as a payment condition with many numbers in a row" },
  },
  {
    kind: "ReDoS",
    name: "a telephone number of many blanks stops the process that reads it",
    file: "lib/accounts/registration/rules.ts",
    search: "  const plain = typed.replace(",
    replace: '  const plain = typed.replace(/(?:\\s|[()[\\]-])+$/, "").replace(',
    noticedBy: { ...LONG, test: "is read quickly as %s" },
  },
  {
    kind: "resource exhaustion",
    name: "an argument of a few bytes that holds itself keeps the web process busy until its memory ends, without a sign-in",
    file: "lib/core/text/storable.ts",
    search: "one === null || seen.has(one)",
    replace: "one === null",
    noticedBy: {
      tier: "unit",
      file: "lib/core/text/storable.test.ts",
      test: "isStorable searches a value that contains itself only once",
    },
  },
];
