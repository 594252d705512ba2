import type { z } from "zod";
import { parseStorable } from "@/lib/core/text/storable";
import { callProvider, type ProviderResponse } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { readAnswer } from "../answers";
import type { CallAccess } from "../port";
import { lexwareError } from "./errors";

export interface LexwareAccess extends CallAccess {
  apiUrl: string;
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs: number;
}

export interface LexwareCall {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
}

const TOKENS_TRIED = 3;

/**
 * HTTP client for one connection: keeps to the pace, adds the token, renews it on 401, and turns failures into
 * ProviderErrors.
 */
export class LexwareClient {
  constructor(private readonly access: LexwareAccess) {}

  /**
   * Calls Lexware and returns the parsed answer.
   *
   * @throws ProviderError kind `network` for an answer that is not JSON and any unreadable answer to a write;
   * `unreadable` for an answer to a read in an unknown format
   */
  async read<S extends z.ZodType>(schema: S, call: LexwareCall): Promise<z.output<S>> {
    const response = await this.send(call);
    let json: unknown;
    try {
      json = parseStorable(response.text);
    } catch {
      throw new ProviderError("network", `Lexware ${call.path}: response is not JSON`);
    }
    return readAnswer(schema, json, { place: `Lexware ${call.path}`, isWrite: (call.method ?? "GET") !== "GET" });
  }

  async send(call: LexwareCall): Promise<ProviderResponse> {
    let [token, response] = await this.call(call);
    // A token can expire early (password changed, signed out everywhere). Even the one just fetched can be invalid, if
    // another process has replaced it since. Access has ended only if fresh tokens are refused too.
    for (let tries = 1; response.status === 401 && tries < TOKENS_TRIED; tries += 1) {
      [token, response] = await this.call(call, token);
    }
    if (response.status >= 200 && response.status < 300) return response;
    throw lexwareError(response.status, response.text);
  }

  /** Makes one call, and returns the token that it used. `rejected` is one that Lexware has just refused. */
  private async call(call: LexwareCall, rejected?: string): Promise<[string, ProviderResponse]> {
    await this.access.pace();
    const token = await this.access.accessToken(rejected);
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: "application/json" };
    if (call.body !== undefined) headers["content-type"] = "application/json";
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const response = await callProvider(
      "lexware",
      `${this.access.apiUrl}${call.path}`,
      { method: call.method ?? "GET", headers, body },
      this.access.timeoutMs,
    );
    return [token, response];
  }
}
