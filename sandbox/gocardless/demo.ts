import { addBankAccount } from "./bank-accounts";
import { createCustomer, nameOf, personFrom } from "./customers";
import { germanIban } from "./iban";
import { createMandate } from "./mandate-life";
import { connect } from "./oauth";
import { createOrganisation, creditorOf } from "./organisations";
import type { MandateStatus } from "./records";
import { APP, type World } from "./world";

interface DemoPayer {
  person: Record<string, string>;
  status: MandateStatus;
  daysAgo: number;
}

/** Payers with mandates from before the merchant used the app: without metadata and events. */
const PAYERS: DemoPayer[] = [
  {
    person: {
      company_name: "Bäckerei Sonnenschein KG",
      email: "rechnung@baeckerei.example",
      address_line1: "Kornweg 3",
      postal_code: "01067",
      city: "Dresden",
    },
    status: "active",
    daysAgo: 200,
  },
  {
    person: {
      given_name: "Tobias",
      family_name: "Kern",
      email: "tobias.kern@mail.example",
      address_line1: "Lindenstraße 12",
      postal_code: "01097",
      city: "Dresden",
    },
    status: "pending_submission",
    daysAgo: 40,
  },
  {
    person: {
      company_name: "Café Morgenrot OHG",
      email: "buero@morgenrot.example",
      address_line1: "Am Markt 7",
      postal_code: "01662",
      city: "Meißen",
    },
    status: "cancelled",
    daysAgo: 400,
  },
];

export function layDemo(world: World): void {
  const organisation = createOrganisation(world, {
    id: APP.demoOrganisation,
    name: "Werkstatt Lindenhof GmbH",
    email: "f.brandt@lindenhof.example",
    city: "Leipzig",
  });
  const access = {
    organisation: organisation.id,
    scope: "read_write",
    email: organisation.email,
    token: APP.demoToken,
  };
  connect(world, { ...access, id: "CN000DEMO" });
  for (const [index, payer] of PAYERS.entries()) layPayer(world, organisation.id, payer, index);
}

function layPayer(world: World, organisation: string, payer: DemoPayer, index: number): void {
  const person = personFrom({ ...payer.person, country_code: "DE" }, "/demo");
  const at = new Date(world.kit.clock.now().getTime() - payer.daysAgo * 86_400_000).toISOString();
  const customer = { ...createCustomer(world, organisation, person), created_at: at };
  world.records.customers.put(customer.id, customer);
  const iban = germanIban("85050300", String(3_120_045_600 + index));
  const account = addBankAccount(world, { organisation, customer: customer.id, holder: nameOf(customer), iban });
  const mandate = createMandate(world, {
    organisation,
    creditor: creditorOf(world, organisation).id,
    customer: customer.id,
    bankAccount: account.id,
    reference: null,
    metadata: {},
  });
  const history = [{ status: payer.status, at }];
  const past = { created_at: at, status: payer.status, lastUsedOn: at.slice(0, 10), history };
  world.records.mandates.put(mandate.id, Object.assign(mandate, past));
}
