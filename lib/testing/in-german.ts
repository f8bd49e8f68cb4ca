import type { Sentence } from "../contract/errors.ts";
import german from "../i18n/messages/de/sentences.json" with { type: "json" };
import { said, speak } from "../i18n/translate-errors.ts";

/** What a German reader sees of an error: its English message if it has no key. */
export function inGerman({ message, key, values }: Sentence): string {
  speak(german);
  try {
    return said(message, { key, values });
  } finally {
    speak(null);
  }
}
