import { indexNameOf, isConcurrent, statementsOf } from "./statements";

/** A comment before a statement that says why it may do what is otherwise refused: `-- allowed: no rows yet`. */
const ALLOWED = /--\s*allowed:\s*\S.{9,}/;

interface Rule {
  matches: RegExp;
  /** Undefined: refused on every table. Otherwise on tables that an earlier migration made. */
  isFineOnNewTables?: boolean;
  says: string;
}

const NAME = String.raw`(?:ONLY\s+)?(?:"?public"?\.)?"?([\w$]+)"?`;
const VOLATILE = "gen_random_uuid|uuid_generate|random|clock_timestamp|timeofday|nextval";

/**
 * What stops requests for as long as a large table is read or written, and what the version before cannot work with
 * (docs/operations.md, "Migrations"). The first group of each expression is the table.
 */
const RULES: Rule[] = [
  {
    matches: new RegExp(String.raw`^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\b)[\s\S]*?\bON\s+${NAME}`, "i"),
    isFineOnNewTables: true,
    says: "stops writes while it builds the index; CREATE INDEX CONCURRENTLY, in a migration of its own",
  },
  {
    matches: /^DROP\s+INDEX\s+(?!CONCURRENTLY\b)([\s\S]+)/i,
    says: "stops the table; DROP INDEX CONCURRENTLY, in a migration of its own",
  },
  {
    matches: /^REINDEX\s+(?![^;]*\bCONCURRENTLY\b)([\s\S]*)/i,
    says: "stops writes while it builds the index; REINDEX … CONCURRENTLY",
  },
  { matches: /^(?:VACUUM\s+FULL|CLUSTER|LOCK)\b([\s\S]*)/i, says: "locks the whole table" },
  {
    matches: new RegExp(
      String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b`,
      "i",
    ),
    says: "writes the table again; add a second column, fill it in batches, drop the first one a release later",
  },
  {
    matches: new RegExp(
      String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\bADD\s+COLUMN\b[^,]*(?:\bDEFAULT\s+(?:${VOLATILE})|\b(?:BIG|SMALL)?SERIAL\b|\bSTORED\b)`,
      "i",
    ),
    isFineOnNewTables: true,
    says: "writes the table again for a value that differs by row; add the column empty and fill it in batches",
  },
  {
    matches: new RegExp(
      String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\bADD\s+COLUMN\b(?:(?!,\s*ADD\b)[\s\S])*\bNOT\s+NULL\b(?!(?:(?!,\s*ADD\b)[\s\S])*\bDEFAULT\b)(?<!\bDEFAULT\b(?:(?!,\s*ADD\b)[\s\S])*)`,
      "i",
    ),
    isFineOnNewTables: true,
    says: "the version before does not fill this column; give it a default",
  },
  {
    matches: new RegExp(String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\bSET\s+NOT\s+NULL\b`, "i"),
    isFineOnNewTables: true,
    says: "reads the whole table under a lock; ADD CONSTRAINT … CHECK (… IS NOT NULL) NOT VALID, and validate it later",
  },
  {
    matches: new RegExp(
      String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:FOREIGN\s+KEY|CHECK)\b(?![\s\S]*\bNOT\s+VALID\b)`,
      "i",
    ),
    isFineOnNewTables: true,
    says: "reads the whole table under a lock; NOT VALID, and VALIDATE CONSTRAINT in a later migration",
  },
  {
    matches: new RegExp(
      String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:PRIMARY\s+KEY|UNIQUE)\b(?!\s+USING\s+INDEX)`,
      "i",
    ),
    isFineOnNewTables: true,
    says: "builds an index under a lock; create it CONCURRENTLY and add the constraint USING INDEX",
  },
  {
    matches: new RegExp(String.raw`^ALTER\s+TABLE\s+${NAME}[\s\S]*\b(?:DROP\s+COLUMN|RENAME)\b`, "i"),
    isFineOnNewTables: true,
    says: "the version before still uses it; drop it one release after the last code that uses it",
  },
  {
    matches: new RegExp(String.raw`^DROP\s+(?:TABLE|VIEW|TYPE)\s+(?:IF\s+EXISTS\s+)?${NAME}`, "i"),
    says: "the version before still uses it; drop it one release after the last code that uses it",
  },
  {
    matches: new RegExp(String.raw`^(?:UPDATE|DELETE\s+FROM)\s+${NAME}`, "i"),
    isFineOnNewTables: true,
    says: "locks every row that it writes until the migration ends; fill it in batches from a job",
  },
];

/**
 * Returns why a migration must not run while web and worker work, one sentence for each statement that is refused.
 *
 * A statement whose comment says `-- allowed:` with a reason passes, for example on a table of a few rows.
 */
export function lockProblems(script: string): string[] {
  const parts = statementsWithComments(script);
  const newTables = new Set(
    parts.flatMap(({ sql }) => /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?([\w$]+)"?/i.exec(sql)?.[1] ?? []),
  );
  const problems = parts.flatMap(({ sql, comment }) => {
    if (ALLOWED.test(comment)) return [];
    return RULES.flatMap(({ matches, isFineOnNewTables, says }) => {
      const table = matches.exec(sql)?.[1];
      if (table === undefined || (isFineOnNewTables && newTables.has(table))) return [];
      return [`"${sql.replace(/\s+/g, " ").slice(0, 60)}" ${says}`];
    });
  });
  return [...problems, ...constraintProblems(parts), ...concurrencyProblems(script)];
}

/** A constraint that is added and validated in one transaction keeps the lock of the first for the time of the second. */
function constraintProblems(parts: Part[]): string[] {
  const added = parts.flatMap(({ sql }) =>
    [...sql.matchAll(/\bADD\s+CONSTRAINT\s+"?([\w$]+)"?/gi)].map(([, name]) => name),
  );
  const validated = parts.flatMap(({ sql }) => /\bVALIDATE\s+CONSTRAINT\s+"?([\w$]+)"?/i.exec(sql)?.[1] ?? []);
  return validated
    .filter((name) => added.includes(name))
    .map((name) => `"VALIDATE CONSTRAINT ${name}" belongs into a later migration than the constraint`);
}

function concurrencyProblems(script: string): string[] {
  if (!isConcurrent(script)) return [];
  return statementsOf(script)
    .filter(
      (sql) => indexNameOf(sql) === undefined && !/^(?:DROP|RE)\s*INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\b/i.test(sql),
    )
    .map((sql) => `"${sql.slice(0, 60)}" may not be repeated: a migration with CONCURRENTLY has no transaction`);
}

interface Part {
  sql: string;
  comment: string;
}

/** Splits a script into statements, each with the comments inside and directly before it. */
function statementsWithComments(script: string): Part[] {
  const parts: Part[] = [];
  let rest = script;
  for (const sql of statementsOf(script)) {
    // The statement's own text may have comments inside, so it is found by its end.
    const end = endOf(rest, sql);
    parts.push({ sql, comment: rest.slice(0, end) });
    rest = rest.slice(end);
  }
  return parts;
}

function endOf(text: string, sql: string): number {
  for (let at = text.indexOf(";"); at >= 0; at = text.indexOf(";", at + 1))
    if (statementsOf(text.slice(0, at))[0] === sql) return at + 1;
  return text.length;
}
