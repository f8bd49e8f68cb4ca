import { readHere } from "../work/thread.ts";
import type { Choice } from "./answer-sheet.ts";
import { readAnswer } from "./read-answer.ts";

await readHere<{ choice: Choice }>(({ text, choice, bounds }) => {
  const { told, ...head } = readAnswer(text, choice, bounds);
  return { head, all: told };
});
