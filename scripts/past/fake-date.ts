/** The machine's time in ms, whatever `Date` says. */
export const realNow = Date.now.bind(Date);

/**
 * Replaces this process's `Date` by one that reads an instant that the caller sets, plus the machine time since then.
 * Product, twins and mail catcher run in this process, so all of them write the same past.
 *
 * @returns a function that sets the instant in ms
 */
export function takeOverDate(): (instantMs: number) => void {
  let offsetMs = 0;
  const Real = Date;
  const now = () => realNow() + offsetMs;
  const Moved: DateConstructor = new Proxy(Real, {
    construct: (target, args, newTarget): object =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === Moved ? target : newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  globalThis.Date = Moved;
  return (instantMs) => {
    offsetMs = instantMs - realNow();
  };
}
