/** Returns the lines of an exported table file, the headings first, without the byte order mark. */
export async function csvLinesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text.replace("\uFEFF", "").trimEnd().split("\r\n");
}
