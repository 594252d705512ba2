import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { countStatement } from "@/lib/core/telemetry/trace";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/**
 * PrismaPg with serialised queries in transactions. A transaction has one connection, but Prisma reads the relations of
 * an `include` in parallel, also there (prisma/orm#29407). pg only queues such queries and warns; from version 9 on it
 * will refuse them.
 */
export class SerialisedPg extends PrismaPg {
  constructor(
    private readonly pool: Pool,
    options: ConstructorParameters<typeof PrismaPg>[1],
  ) {
    super(pool, options);
  }

  /** @throws Error after the pool was ended: Prisma would create its own pool, without row-level security */
  override async connect(): Promise<Adapter> {
    if (this.pool.ending) throw new Error("This pool has been ended.");
    const adapter = counted(await super.connect());
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => oneByOne(counted(await start(isolationLevel)));
    return adapter;
  }
}

function oneByOne(tx: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<A, R>(ask: (query: A) => Promise<R>): (query: A) => Promise<R> {
    return (query) => {
      const answer = last.then(() => ask(query));
      // A failing query rejects only for its caller; the next one runs nevertheless, if only to roll back.
      last = answer.catch(() => undefined);
      return answer;
    };
  }
  tx.queryRaw = inTurn(tx.queryRaw.bind(tx));
  tx.executeRaw = inTurn(tx.executeRaw.bind(tx));
  return tx;
}

/** Counts each statement on the span in which it runs; text and parameters are not recorded. */
function counted<A extends Adapter | Transaction>(asked: A): A {
  const [queryRaw, executeRaw] = [asked.queryRaw.bind(asked), asked.executeRaw.bind(asked)];
  asked.queryRaw = (query) => countStatement(() => queryRaw(query));
  asked.executeRaw = (query) => countStatement(() => executeRaw(query));
  return asked;
}
