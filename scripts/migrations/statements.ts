/** A body in dollar quotes, a text in quotes, a comment, the end of a statement, or any other character. */
const SQL_PART = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:''|[^'])*'|--[^\n]*|\/\*[\s\S]*?\*\/|;|[\s\S]/g;

/** Splits a script into its statements, without comments. A semicolon in a text or in the body of a function is none. */
export function statementsOf(script: string): string[] {
  const statements = [""];
  for (const [part] of script.matchAll(SQL_PART)) {
    if (part === ";") statements.push("");
    else if (!part.startsWith("--") && !part.startsWith("/*")) statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter(Boolean);
}

/** True if a migration creates or drops an index concurrently, which PostgreSQL refuses in a transaction. */
export function isConcurrent(script: string): boolean {
  return statementsOf(script).some((statement) => /\bINDEX\s+CONCURRENTLY\b/i.test(statement));
}

/** Returns the name of the index that a statement creates concurrently; undefined for every other statement. */
export function indexNameOf(statement: string): string | undefined {
  const created = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?([\w$]+)"?/i;
  return created.exec(statement)?.[1];
}
