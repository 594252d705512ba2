import type { PrismaClient } from "@/lib/core/prisma/client";
import { currentTenantScope, withTenantScope } from "./tenant-scope";

/** An internal part of Prisma 7.10 without a promise to stay; tenant-scope.db.test.ts fails if it changes. */
interface Loader {
  options: unknown;
  request(question: unknown): Promise<unknown>;
}

/**
 * Gives each tenant scope its own data loader of Prisma. Prisma batches the `findUnique` calls of one tick and sends them
 * in the context of the first. Calls of two suppliers would share a statement, or one would run in the other's scope.
 */
export function separateLoaders(client: PrismaClient): void {
  const { _requestHandler: handler } = client as unknown as { _requestHandler: { dataloader: Loader } };
  const { options } = handler.dataloader;
  const Gatherer = handler.dataloader.constructor as new (options: unknown) => Loader;
  const gatherers = new Map<string, Loader>();
  const request = (question: unknown): Promise<unknown> => {
    const reach = currentTenantScope();
    const key = JSON.stringify(reach);
    const gatherer = gatherers.get(key) ?? new Gatherer(options);
    if (!gatherers.has(key)) process.nextTick(() => gatherers.delete(key));
    gatherers.set(key, gatherer);
    return withTenantScope(reach, () => gatherer.request(question));
  };
  handler.dataloader = { options, request };
}
