type Show = (text: string) => void;

const waiting: string[] = [];
let show: Show = (text) => void waiting.push(text);

/** Says that something is done: at the top right, for five seconds. Before the place for it stands, it waits for that. */
export function say(text: string): void {
  show(text);
}

/** From now on, what is said is shown by `next`. */
export function sayBy(next: Show): void {
  show = next;
  for (const text of waiting.splice(0)) next(text);
}
