#!/usr/bin/env node
/**
 * Replaces Prisma's native schema engine where it cannot be downloaded. The CLI starts this file
 * (PRISMA_SCHEMA_ENGINE_BINARY) and exchanges line-delimited JSON-RPC with it. The same engine, compiled to
 * WebAssembly, does the work over the ordinary `pg` driver. Operators with an open network do not need it. See
 * docs/decisions/002-prisma-without-a-download.md for the pitfalls.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";

const COLUMN_TYPE_CHARACTER = 6;
const OID_CHAR = 18;
const OID_TEXT = 25;
const SHADOW_PREFIX = "prisma_migrate_shadow_db_";

globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    process.stderr.write(`${message}\n`);
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { datamodels: { type: "string", multiple: true }, datasource: { type: "string" } },
});
const url = values.datasource ? JSON.parse(values.datasource).url : process.env.DATABASE_URL;

/** The address of another database of the same server; all parameters stay, such as those of TLS or a socket. */
function connection(database) {
  const parsed = new URL(url);
  if (database) parsed.pathname = `/${encodeURI(database)}`;
  return { connectionString: parsed.href };
}

async function asAdmin(sql) {
  const client = new pg.Client(connection("postgres"));
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function createDatabase() {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  const found = await asAdmin({ text: "SELECT 1 FROM pg_database WHERE datname = $1", values: [database] });
  if (found.rowCount === 0) await asAdmin(`CREATE DATABASE "${database.replaceAll('"', '""')}"`);
  return { databaseName: database };
}

/**
 * Converts columns of type "char" (oid 18, used by the catalogue). The adapter refuses them, and the engine accepts
 * them only as Character. They pass the adapter as text and are renamed afterwards.
 */
function withCharacterColumns(queryable) {
  let characters = [];
  const performIO = queryable.performIO.bind(queryable);
  queryable.performIO = async (query) => {
    const result = await performIO(query);
    characters = result.fields.map((field) => field.dataTypeID === OID_CHAR);
    for (const field of result.fields) if (field.dataTypeID === OID_CHAR) field.dataTypeID = OID_TEXT;
    return result;
  };
  const queryRaw = queryable.queryRaw.bind(queryable);
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    characters.forEach((isCharacter, i) => {
      if (isCharacter) result.columnTypes[i] = COLUMN_TYPE_CHARACTER;
    });
    return result;
  };
  // The adapter's own method splits at every semicolon, also within the body of a function.
  queryable.executeScript = async (script) => {
    for (const sql of statementsOf(script)) await queryable.executeRaw({ sql, args: [], argTypes: [] });
  };
  return queryable;
}

/** A body in dollar quotes, a text in quotes, a comment, the end of a statement, or any other character. */
const SQL_PART = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:''|[^'])*'|--[^\n]*|;|[\s\S]/g;

function statementsOf(script) {
  const statements = [""];
  for (const [part] of script.matchAll(SQL_PART)) {
    if (part === ";") statements.push("");
    else if (!part.startsWith("--")) statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter(Boolean);
}

function patchedFactory() {
  const factory = new PrismaPg(connection());
  // The binding turns thrown driver errors into the results that the engine expects.
  return bindMigrationAwareSqlAdapterFactory({
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => withCharacterColumns(await factory.connect()),
    connectToShadowDb,
  });
}

/**
 * Replaces the adapter's own method, which drops the shadow database while its pool is still connected; PostgreSQL
 * refuses that.
 */
async function connectToShadowDb() {
  const database = `${SHADOW_PREFIX}${crypto.randomUUID()}`;
  await asAdmin(`CREATE DATABASE "${database}"`);
  const adapter = withCharacterColumns(await new PrismaPg(connection(database)).connect());
  const dispose = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await dispose();
    await asAdmin(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
  };
  return adapter;
}

/** Drops shadow databases that remained because the CLI ended an engine early; called at the next start. */
async function sweepShadowDatabases() {
  const { rows } = await asAdmin(`SELECT datname FROM pg_database WHERE datname LIKE '${SHADOW_PREFIX}%'`);
  for (const { datname } of rows) await asAdmin(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`).catch(() => {});
}

let enginePromise;
function engine() {
  enginePromise ??= (async () => {
    const { SchemaEngine } = await loadWasm();
    const files = (values.datamodels ?? []).map((path) => [path, readFileSync(path, "utf8")]);
    // `diff` names its own sides, and the engine refuses an empty list.
    const datamodels = files.length > 0 ? files : undefined;
    return await SchemaEngine.new({ datamodels }, (line) => process.stderr.write(`${line}\n`), patchedFactory());
  })();
  return enginePromise;
}

async function loadWasm() {
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = readFileSync(
    new URL("../node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm", import.meta.url),
  );
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

async function call(method, params) {
  if (method === "createDatabase") return await createDatabase();
  if (method === "getDatabaseVersion") return (await asAdmin("SELECT version()")).rows[0].version;
  const schemaEngine = await engine();
  const result = await schemaEngine[method](params);
  if (method === "diff") {
    if (result?.stdout) write({ id: 1, method: "print", params: { content: result.stdout } });
    return { exitCode: result?.exitCode ?? 0, stdout: null };
  }
  return result ?? null;
}

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function toRpcError(error) {
  const text = error instanceof Error ? error.message : String(error);
  let data = { message: text, is_panic: false };
  try {
    data = { ...data, ...JSON.parse(text) };
  } catch {
    if (error?.code) data = { ...data, error_code: error.code, meta: error.meta };
  }
  return { code: 4466, message: "An error happened. Check the data field for details.", data };
}

async function serve() {
  await sweepShadowDatabases().catch(() => {}); // if the server is not ready yet, the call itself fails
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const request = JSON.parse(line);
    if (!request.method) continue; // the CLI's answer to our own "print"
    try {
      write({ id: request.id, result: await call(request.method, request.params) });
    } catch (error) {
      write({ id: request.id, error: toRpcError(error) });
    }
  }
  process.exit(0);
}

process.on("SIGTERM", () => {
  sweepShadowDatabases().finally(() => process.exit(0));
});

if (positionals[0] === "cli" && positionals[1] === "can-connect-to-database") {
  await asAdmin("SELECT 1").then(
    () => process.exit(0),
    (error) => {
      process.stderr.write(`${JSON.stringify({ error_code: "P1001", message: String(error.message) })}\n`);
      process.exit(1);
    },
  );
} else if (positionals[0] === "cli" && positionals[1] === "create-database") {
  await createDatabase();
  process.exit(0);
} else {
  await serve();
}
