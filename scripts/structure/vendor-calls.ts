import { importsOf } from "./imports";

/** The modules through which a domain calls a vendor. */
const CALLS_VENDORS = [
  /^lib\/[\w/-]+[/-]provider$/,
  /^lib\/(collections\/decision\/charge-date|connections\/provider|datev\/upload|mandates\/signing)\/access$/,
  /^lib\/providers\/[\w/-]+\/(registry|oauth|client)$/,
];
/** Matches the import of a port whose methods are calls to a vendor. */
const PORT =
  /\{[^{}]*\b(Accounting|Billing|Books|AccountingSignIn|DirectDebit|FileUploads)\b[^{}]*\} from "@\/lib\/providers\//;
const ADVICE = "move the function that needs it to `provider` or `<topic>-provider`";

/** Returns why a `mutations` file is not one that writes to the database and calls no vendor. */
export function vendorProblems(file: string, text: string): string[] {
  if (!/^lib\/.+[/-]mutations\.ts$/.test(file)) return [];
  const calling = importsOf(file, text).filter((path) => CALLS_VENDORS.some((module) => module.test(path)));
  const port = PORT.exec(text)?.[1];
  return [
    ...calling.map((path) => `imports ${path}, which calls a vendor; ${ADVICE}`),
    ...(port ? [`takes ${port}, through which it calls a vendor; ${ADVICE}`] : []),
  ];
}
