/** Lower case without accents, so that "Rucklastschrift" finds "Rücklastschrift". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

/** Whether every word of a query occurs in a text, in any order and as part of a longer word. */
export function containsWords(text: string, query: string): boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const haystack = plain(text);
  return words.every((word) => haystack.includes(word));
}
