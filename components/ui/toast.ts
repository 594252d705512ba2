/** What somebody may take back at once, from the place where it is said. */
export interface TakeBack {
  label: string;
  onPress: () => void;
}

type Show = (text: string, takeBack?: TakeBack, tone?: "refusal") => void;

const waiting: Parameters<Show>[] = [];
let show: Show = (...said) => void waiting.push(said);

/** Says that something is done: at the top right, for five seconds. Before the place for it stands, it waits for that. */
export function say(text: string, takeBack?: TakeBack): void {
  if (takeBack) show(text, takeBack);
  else show(text);
}

/** Says that something was refused, for fifteen seconds, where there is no other place left to say it. */
export function sayRefusal(text: string): void {
  show(text, undefined, "refusal");
}

/** From now on, what is said is shown by `next`. */
export function sayBy(next: Show): void {
  show = next;
  for (const said of waiting.splice(0)) next(...said);
}
