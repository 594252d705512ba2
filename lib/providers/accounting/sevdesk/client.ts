import { z } from "zod";
import { parseStorable } from "@/lib/core/text/storable";
import { callProvider, type ProviderResponse } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { readAnswer } from "../answers";
import type { CallAccess } from "../port";
import { sevdeskError } from "./errors";

/**
 * The access of a supplier. Its token is the API key: 32 hexadecimal characters that belong to one user and never
 * expire.
 */
export interface SevdeskAccess extends CallAccess {
  apiUrl: string;
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs: number;
}

type Params = Record<string, string | number | undefined>;

interface ListPage<T> {
  rows: T[];
  /** All hits of the search, not only those of this page. */
  total: number;
}

/** The vendor allows at most 1,000 and recommends less. */
const PAGE_SIZE = 500;
/** Maximum number of pages of a list. No list that we read completely is longer; an endless loop would be a fault. */
const MOST_PAGES = 400;
const API_KEY = /^[0-9a-f]{32}$/i;

const envelope = z.object({ objects: z.unknown(), total: z.unknown().optional() });
/** Text in the answers we have seen, a number in one of the schema files. */
const count = z.union([z.string().regex(/^\d+$/), z.number()]).transform(Number);

/**
 * HTTP client for one connection: keeps to the pace, adds the key, unwraps the envelope, and turns failures into
 * ProviderErrors.
 */
export class SevdeskClient {
  constructor(private readonly access: SevdeskAccess) {}

  /**
   * Reads and parses an answer.
   *
   * @throws ProviderError kind `network` for an answer that is not JSON, `unreadable` for one in an unknown format
   */
  async read<S extends z.ZodType>(schema: S, path: string, params: Params = {}): Promise<z.output<S>> {
    return readAnswer(schema, (await this.call("GET", path, params)).objects, answerOf("GET", path));
  }

  /**
   * Writes and parses the answer.
   *
   * @throws ProviderError kind `network` for every unreadable answer: the vendor may have executed the write
   */
  async write<S extends z.ZodType>(
    schema: S,
    method: "POST" | "PUT",
    path: string,
    body: Record<string, unknown>,
  ): Promise<z.output<S>> {
    return readAnswer(schema, (await this.call(method, path, {}, body)).objects, answerOf(method, path));
  }

  /**
   * Returns the record with this id, which sevdesk sends as a list of one; undefined if it is gone. An id that sevdesk
   * cannot have causes no call. According to its documentation, sevdesk answers 400 for a missing record, but also for
   * a wrong parameter. A repeated call without parameters tells the two apart. An empty list may have lost its only
   * row, so it counts only if it comes twice.
   */
  async find<S extends z.ZodType>(
    schema: S,
    model: "Invoice" | "Contact" | "CheckAccount",
    id: string,
    params: Params = {},
  ): Promise<z.output<S> | undefined> {
    if (!/^\d+$/.test(id)) return undefined;
    const path = `/${model}/${id}`;
    const ask = async () => (await this.read(z.array(schema).max(1), path, params))[0];
    try {
      return (await ask()) ?? (await ask());
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind === "not_found") return undefined;
      if (error.kind !== "refused") throw error;
      if (await this.isGone(path)) return undefined;
      throw error;
    }
  }

  /**
   * Returns one complete page; a truncated answer is refused. Pages are cut by offset. If the total differs from
   * `totalBefore`, the list has shifted and a row may be missing: then it must be read from the start.
   */
  async page<S extends z.ZodType>(
    schema: S,
    path: string,
    params: Params,
    offset: number,
    totalBefore?: number,
    limit = PAGE_SIZE,
  ): Promise<ListPage<z.output<S>>> {
    const answer = await this.call("GET", path, { ...params, limit, offset, countAll: "true" });
    const rows = readAnswer(z.array(schema), answer.objects, answerOf("GET", path));
    const total = readAnswer(count, answer.total, answerOf("GET", path));
    if (rows.length !== Math.max(0, Math.min(limit, total - offset)))
      throw new ProviderError("network", `sevdesk answered ${path} with an incomplete page`);
    if (totalBefore !== undefined && total !== totalBefore)
      throw new ProviderError("network", `sevdesk: the list at ${path} changed while it was read`);
    return { rows, total };
  }

  /** Returns all pages of a list. */
  async all<S extends z.ZodType>(schema: S, path: string, params: Params = {}): Promise<z.output<S>[]> {
    const rows: z.output<S>[] = [];
    let total: number | undefined;
    for (let i = 0; i < MOST_PAGES; i += 1) {
      const page = await this.page(schema, path, params, rows.length, total);
      total = page.total;
      rows.push(...page.rows);
      if (rows.length >= total) return rows;
    }
    throw new ProviderError("refused", `sevdesk: list at ${path} exceeds the page limit`);
  }

  private async isGone(path: string): Promise<boolean> {
    try {
      await this.read(z.unknown(), path);
      return false;
    } catch (error) {
      if (error instanceof ProviderError && (error.kind === "refused" || error.kind === "not_found")) return true;
      throw error;
    }
  }

  private async call(
    method: string,
    path: string,
    params: Params,
    body?: Record<string, unknown>,
  ): Promise<z.output<typeof envelope>> {
    const { status, headers, text } = await this.send(method, path, params, body);
    if (status < 200 || status >= 300) throw sevdeskError(status, text, headers.get("retry-after"));
    let json: unknown;
    try {
      json = parseStorable(text);
    } catch {
      throw new ProviderError("network", `sevdesk ${path}: response is not JSON`);
    }
    return readAnswer(envelope, json, answerOf(method, path));
  }

  private async send(
    method: string,
    path: string,
    params: Params,
    body: Record<string, unknown> | undefined,
  ): Promise<ProviderResponse> {
    await this.access.pace();
    const key = await this.access.accessToken();
    // A malformed key would fail as a header, in an error that contains it.
    if (!API_KEY.test(key)) throw new ProviderError("auth", "sevdesk: malformed API key");
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value));
    const headers: Record<string, string> = { authorization: key, accept: "application/json", "user-agent": "Einzug" };
    if (body) headers["content-type"] = "application/json";
    const url = `${this.access.apiUrl}${path}${query.size > 0 ? `?${query}` : ""}`;
    const init = { method, headers, body: body ? JSON.stringify(body) : undefined };
    return await callProvider("sevdesk", url, init, this.access.timeoutMs);
  }
}

function answerOf(method: string, path: string): { place: string; isWrite: boolean } {
  return { place: `sevdesk ${path}`, isWrite: method !== "GET" };
}
