/** The undo button of a message. */
export interface TakeBack {
  label: string;
  onPress: () => void;
}

type Show = (text: string, takeBack?: TakeBack, tone?: "refusal") => void;

const waiting: Parameters<Show>[] = [];
let show: Show = (...said) => void waiting.push(said);

/**
 * Shows a message of success, at the top right, for five seconds. Before `ToastList` is loaded, messages wait for it.
 */
export function say(text: string, takeBack?: TakeBack): void {
  if (takeBack) show(text, takeBack);
  else show(text);
}

/** Shows a refusal for fifteen seconds, where no other place for it is left. */
export function sayRefusal(text: string): void {
  show(text, undefined, "refusal");
}

/** Makes `next` show all messages from now on, starting with those that wait. */
export function sayBy(next: Show): void {
  show = next;
  for (const said of waiting.splice(0)) next(...said);
}
