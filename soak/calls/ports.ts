import * as datevSignIn from "@/lib/providers/accounting/datev/upload/oauth";
import type { CallAccess } from "@/lib/providers/accounting/port";
import { accountingOf, fileAccountingOf, signInOf } from "@/lib/providers/accounting/registry";
import { ASKED_SYSTEMS, type FileBasedSystem, type OnlineSystem } from "@/lib/providers/accounting/systems";
import { ourBilling } from "@/lib/providers/billing/registry";
import * as gocardlessSignIn from "@/lib/providers/payments/gocardless/oauth";
import { directDebitOf } from "@/lib/providers/payments/registry";
import type { Vendor } from "./world";

/** The vendor whose twin plays an accounting system. A new system does not compile here until it has scenarios. */
const BOOKS = { LEXOFFICE: "lexware", SEVDESK: "sevdesk" } satisfies Record<OnlineSystem, Vendor>;
/** The file-based systems with a vendor that takes files. */
const FILES = { DATEV: "datev" } satisfies Partial<Record<FileBasedSystem, Vendor>>;
const NOBODY: CallAccess = { pace: async () => {}, accessToken: async () => "" };

/** Builds an address for the browser and calls no vendor. */
const CALLS_NOBODY = "authorizeUrl";

/** Returns "vendor part.method" for every method of the registries' objects and of the sign-ins that calls a vendor. */
export function portMethods(): string[] {
  const books = (Object.keys(ASKED_SYSTEMS) as OnlineSystem[]).flatMap((type) => [
    ...partsOf(BOOKS[type], accountingOf(type, NOBODY)),
    ...methodsOf(`${BOOKS[type]} signIn.`, signInOf(type) ?? {}),
  ]);
  const files = (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((type) => [
    ...methodsOf(`${FILES[type]} uploads.`, fileAccountingOf(type, NOBODY).uploads ?? {}),
  ]);
  return [
    ...books,
    ...files,
    ...methodsOf("datev signIn.", datevSignIn),
    ...partsOf("gocardless", directDebitOf("")),
    ...methodsOf("gocardless signIn.", gocardlessSignIn),
    ...methodsOf("stripe ", ourBilling()),
  ];
}

function partsOf(vendor: Vendor, port: object): string[] {
  return Object.entries(port).flatMap(([name, part]) => methodsOf(`${vendor} ${name}.`, part as object));
}

function methodsOf(prefix: string, part: object): string[] {
  const entries = Object.entries(part).filter(([name, value]) => typeof value === "function" && name !== CALLS_NOBODY);
  return entries.map(([name]) => prefix + name);
}
