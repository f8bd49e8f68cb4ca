import "server-only";
import { type Sentence, type TextKey, textColumns, withTexts } from "../../../contract/errors.ts";

export const plain = (text: string): string => text.replaceAll("\0", "").toWellFormed().slice(0, 1000);

/** English for files and for whoever reads the table, and beside it what other languages need. */
export const storedMessage = (said: Sentence | null | undefined) =>
  textColumns("message", said ? withTexts(said, plain) : null);

export const saidIn = ({ message, messageKey }: { message: string | null; messageKey: TextKey | null }) =>
  message === null ? null : { message, ...messageKey };
