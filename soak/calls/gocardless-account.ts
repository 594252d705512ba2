import { randomUUID } from "node:crypto";
import { gocardlessDirectDebit } from "@/lib/providers/payments/gocardless/index";
import { authorizeUrl, exchangeCode, type GocardlessOauthConfig } from "@/lib/providers/payments/gocardless/oauth";
import type { DirectDebit } from "@/lib/providers/payments/port";
import type { Scenario, Step } from "./scenarios";
import { agree, type CallWorld, countRefusals, newName, readAs } from "./world";

/** A supplier's own organisation at GoCardless. */
export interface GocardlessAccount {
  organisation: string;
  accessToken: string;
  open: (timeoutMs: number) => DirectDebit;
  /** Creates a mandate as another tool would. */
  mandate: () => Promise<string>;
  /** How often GoCardless refuses the account's token: 0 or 1. */
  refusals: () => Promise<number>;
  /** Lists the account's records by the vendor's own list, oldest last. */
  list: <T>(path: string) => Promise<T[]>;
}

export function configOf({ env, appUrl }: CallWorld): GocardlessOauthConfig {
  const { GOCARDLESS_CONNECT_URL = "", GOCARDLESS_CLIENT_ID = "", GOCARDLESS_CLIENT_SECRET = "" } = env;
  return {
    connectUrl: GOCARDLESS_CONNECT_URL,
    clientId: GOCARDLESS_CLIENT_ID,
    clientSecret: GOCARDLESS_CLIENT_SECRET,
    redirectUri: `${appUrl}/api/connect/goCardless/return`,
  };
}

export async function consent(world: CallWorld): Promise<string> {
  const email = "werkstatt@lindenhof.example";
  const url = authorizeUrl(configOf(world), randomUUID(), { email, organisationName: "Werkstatt", countryCode: "DE" });
  const firm = { new_organisation: newName("Werkstatt"), email, city: "Leipzig", verification_status: "successful" };
  return await agree(url, { organisation: "new", ...firm });
}

export async function layAccount(world: CallWorld): Promise<GocardlessAccount> {
  const { accessToken, organisationId: organisation } = await exchangeCode(configOf(world), await consent(world));
  const apiUrl = world.env.GOCARDLESS_API_URL ?? "";
  const headers = { authorization: `Bearer ${accessToken}`, "gocardless-version": "2015-07-06" };
  return {
    ...{ organisation, accessToken },
    open: (timeoutMs) => gocardlessDirectDebit({ accessToken, apiUrl, timeoutMs }),
    mandate: async () => {
      const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
      const made = await world.desk<{ mandate: { id: string } }>("/gocardless/mandates", { organisation, customer });
      return made.mandate.id;
    },
    refusals: () => countRefusals(headers, `${apiUrl}/creditors`),
    list: async <T>(path: string) => {
      const answer = await readAs<Record<string, T[]>>(headers, `${apiUrl}/${path}`);
      return answer[path.split("?")[0] ?? ""] ?? [];
    },
  };
}

/** Returns a scenario whose step runs in an account of its own. */
export function own(
  method: string,
  of: string,
  lay: (account: GocardlessAccount, world: CallWorld) => Promise<Step>,
  more: Pick<Scenario, "mayBeShort"> = {},
): Scenario {
  return { vendor: "gocardless", method, of, ...more, lay: async (world) => await lay(await layAccount(world), world) };
}

/** The cursor of a list shows whether a page follows, but not how many rows there are. */
export const LIST = { mayBeShort: true } as const;
