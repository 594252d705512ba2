import type { z } from "zod";
import { callProvider, type ProviderResponse } from "@/lib/core/http-client";
import { ProviderError } from "@/lib/core/provider-error";
import { parseStorable } from "@/lib/core/storable";
import { readAnswer } from "../answers";
import type { CallAccess } from "../port";
import { lexwareError } from "./errors";

export interface LexwareAccess extends CallAccess {
  apiUrl: string;
  /** Longest wait for one answer. */
  timeoutMs: number;
}

export interface LexwareCall {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
}

const TOKENS_TRIED = 3;

/** HTTP for one connection: pace, bearer token, a fresh one on 401, and every failure as a ProviderError. */
export class LexwareClient {
  constructor(private readonly access: LexwareAccess) {}

  /**
   * @throws ProviderError kind `network` for half an answer or a page for people, and where something was written for
   *   every answer that cannot be read; `unreadable` for an answer to a question that has other fields
   */
  async read<S extends z.ZodType>(schema: S, call: LexwareCall): Promise<z.output<S>> {
    const response = await this.send(call);
    let json: unknown;
    try {
      json = parseStorable(response.text);
    } catch {
      throw new ProviderError("network", `Lexware answered ${call.path} with something that is not JSON`);
    }
    return readAnswer(schema, json, { place: `Lexware ${call.path}`, isWrite: (call.method ?? "GET") !== "GET" });
  }

  async send(call: LexwareCall): Promise<ProviderResponse> {
    let token = await this.access.accessToken();
    let response = await this.call(call, token);
    // A token can die early (password changed, signed out everywhere), also the one just fetched, when another process
    // has turned it over meanwhile. Only a fresh one that is refused too means that access has ended.
    for (let tries = 1; response.status === 401 && tries < TOKENS_TRIED; tries += 1) {
      token = await this.access.accessToken(token);
      response = await this.call(call, token);
    }
    if (response.status >= 200 && response.status < 300) return response;
    throw lexwareError(response.status, response.text);
  }

  private async call(call: LexwareCall, token: string): Promise<ProviderResponse> {
    await this.access.pace();
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: "application/json" };
    if (call.body !== undefined) headers["content-type"] = "application/json";
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    return await callProvider(
      "lexware",
      `${this.access.apiUrl}${call.path}`,
      { method: call.method ?? "GET", headers, body },
      this.access.timeoutMs,
    );
  }
}
