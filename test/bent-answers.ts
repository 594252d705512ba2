import { onTestFinished } from "vitest";

/**
 * Changes a twin's answers until the end of the test or until `straighten`: every object with this id gets other
 * fields, at any depth. The product then sees an unknown form.
 */
export function bend(id: string, fields: Record<string, unknown>, where: (url: URL) => boolean = () => true): void {
  onTestFinished(straighten);
  bent.push({ id, fields, where });
  if (globalThis.fetch !== straight) return;
  globalThis.fetch = async (input, init) => {
    const answer = await straight(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const bends = bent.filter((one) => one.where(url));
    if (bends.length === 0 || !answer.headers.get("content-type")?.includes("json")) return answer;
    const text = JSON.stringify(await answer.json(), (_key, value: unknown) => {
      const given = (value as { id?: unknown } | null)?.id;
      const changes = given === undefined ? [] : bends.filter((one) => one.id === String(given));
      return changes.length > 0 ? Object.assign({}, value, ...changes.map((one) => one.fields)) : value;
    });
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}

export function straighten(): void {
  bent.length = 0;
  globalThis.fetch = straight;
}

const straight = globalThis.fetch;
const bent: { id: string; fields: Record<string, unknown>; where: (url: URL) => boolean }[] = [];
