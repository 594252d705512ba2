import { randomBytes } from "node:crypto";
import type { Collection } from "../kit/store";
import type { Kit } from "../kit/twin";

export const CLIENT_ID = "einzug-datev";
export const CLIENT_SECRET = "datev-sandbox-secret";
export const UPLOAD_SCOPE = "datev:accounting:extf-files-import";

/** One client (Mandant) of a tax adviser, `<consultant>-<client>`. */
export interface Client {
  id: string;
  name: string;
  /** Whether the signed-in user may upload for it; otherwise a job fails. */
  isPermitted: boolean;
}

export interface Code {
  code: string;
  challenge: string;
  scopes: string[];
  nonce: string;
  endsAt: number;
}

export interface Session {
  id: string;
  accessToken: string | null;
  accessEndsAt: number;
  refreshToken: string;
  refreshEndsAt: number;
  scopes: string[];
}

export interface AffectedElement {
  name: string;
  reason: string;
}

export interface Problem {
  id: number;
  title: string;
  detail: string;
  elements: AffectedElement[];
}

export interface Job {
  id: string;
  clientId: string;
  filename: string;
  referenceId: string | null;
  version: string | null;
  timestamp: string;
  /** The facts that could be read from the header. */
  facts: JobFacts;
  problem: Problem | null;
  /** Processing takes time: the first query finds a job pending. */
  isSeen: boolean;
  /** Base64. */
  content: string;
}

export interface JobFacts {
  category: number | null;
  fiscalYearBegin: string | null;
  dateFrom: string | null;
  dateTo: string | null;
  label: string | null;
  recordCount: number | null;
}

/** Everything the twin stores. */
export class World {
  readonly clients: Collection<Client>;
  readonly codes: Collection<Code>;
  readonly sessions: Collection<Session>;
  readonly jobs: Collection<Job>;

  constructor(readonly kit: Kit) {
    this.clients = kit.store.collection("datev-clients");
    this.codes = kit.store.collection("datev-codes");
    this.sessions = kit.store.collection("datev-sessions");
    this.jobs = kit.store.collection("datev-jobs");
  }

  now(): number {
    return this.kit.clock.now().getTime();
  }

  redirectUri(): string {
    return `${this.kit.appUrl}/api/connect/datev/return`;
  }

  newToken(): string {
    return randomBytes(32).toString("base64url");
  }

  /** Inserts two clients of one adviser into a new store. */
  lay(): void {
    for (const [id, name] of [
      ["29098-55003", "Werkstatt Lindenhof GmbH"],
      ["29098-55004", "Atelier Süd"],
    ] as const)
      this.clients.put(id, { id, name, isPermitted: true });
  }

  clear(): void {
    for (const collection of [this.clients, this.codes, this.sessions, this.jobs]) collection.clear();
  }
}
