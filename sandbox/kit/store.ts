import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/**
 * Durable state of the twins: maps in memory, written through to one SQLite file. A twin that is killed during a
 * request restarts with exactly the state it had answered. `flush()` commits the collected writes; the HTTP layer calls
 * it before it answers.
 */
export class Store {
  private readonly db: DatabaseSync;
  private readonly collections: Collection<unknown>[] = [];
  // Prepared once: a flush happens with every request.
  private readonly begin: StatementSync;
  private readonly commit: StatementSync;
  private readonly putRow: StatementSync;
  private readonly removeRow: StatementSync;

  /** @param file path of the SQLite file, or ":memory:" */
  constructor(file: string) {
    if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
    this.db = new DatabaseSync(file);
    this.db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
    this.db.exec(
      "CREATE TABLE IF NOT EXISTS docs (kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id))",
    );
    this.begin = this.db.prepare("BEGIN");
    this.commit = this.db.prepare("COMMIT");
    this.putRow = this.db.prepare("INSERT OR REPLACE INTO docs (kind, id, seq, json) VALUES (?, ?, ?, ?)");
    this.removeRow = this.db.prepare("DELETE FROM docs WHERE kind = ? AND id = ?");
  }

  /** Opens the named collection; documents must be JSON values, and keep their insertion order. */
  collection<T>(kind: string): Collection<T> {
    const rows = this.db.prepare("SELECT id, seq, json FROM docs WHERE kind = ? ORDER BY seq").all(kind) as {
      id: string;
      seq: number;
      json: string;
    }[];
    const opened = new Collection<T>(kind, rows);
    this.collections.push(opened as Collection<unknown>);
    return opened;
  }

  /** Commits every change since the last flush in one transaction. */
  flush(): void {
    const dirty = this.collections.filter((collection) => collection.isDirty());
    if (dirty.length === 0) return;
    this.begin.run();
    for (const collection of dirty) {
      for (const change of collection.takeChanges()) {
        if (change.json === null) this.removeRow.run(collection.kind, change.id);
        else this.putRow.run(collection.kind, change.id, change.seq, change.json);
      }
    }
    this.commit.run();
  }

  clear(): void {
    for (const collection of this.collections) collection.clear();
    this.flush();
  }

  close(): void {
    this.flush();
    this.db.close();
  }
}

/** Documents by id, in insertion order. Call `put` after changing a document, otherwise the change is not stored. */
export class Collection<T> {
  private readonly docs = new Map<string, T>();
  private readonly seqs = new Map<string, number>();
  private readonly dirty = new Set<string>();
  private nextSeq = 1;

  constructor(
    readonly kind: string,
    rows: { id: string; seq: number; json: string }[],
  ) {
    for (const row of rows) {
      this.docs.set(row.id, JSON.parse(row.json) as T);
      this.seqs.set(row.id, row.seq);
      this.nextSeq = row.seq + 1;
    }
  }

  get(id: string): T | undefined {
    return this.docs.get(id);
  }

  put(id: string, doc: T): T {
    if (!this.seqs.has(id)) this.seqs.set(id, this.nextSeq++);
    this.docs.set(id, doc);
    this.dirty.add(id);
    return doc;
  }

  delete(id: string): boolean {
    this.dirty.add(id);
    this.seqs.delete(id);
    return this.docs.delete(id);
  }

  all(): T[] {
    return [...this.docs.values()];
  }

  find(test: (doc: T) => boolean): T | undefined {
    for (const doc of this.docs.values()) if (test(doc)) return doc;
    return undefined;
  }

  filter(test: (doc: T) => boolean): T[] {
    return this.all().filter(test);
  }

  clear(): void {
    for (const id of this.docs.keys()) this.dirty.add(id);
    this.docs.clear();
    this.seqs.clear();
  }

  get size(): number {
    return this.docs.size;
  }

  isDirty(): boolean {
    return this.dirty.size > 0;
  }

  takeChanges(): { id: string; seq: number; json: string | null }[] {
    const changes = [...this.dirty].map((id) => {
      const doc = this.docs.get(id);
      return { id, seq: this.seqs.get(id) ?? 0, json: doc === undefined ? null : JSON.stringify(doc) };
    });
    this.dirty.clear();
    return changes;
  }
}
