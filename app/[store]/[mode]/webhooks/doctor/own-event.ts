import { createLoader, parseAsString } from "nuqs/server";

/**
 * The delivery that the doctor starts with, if it was opened from one. Pasted text never becomes part of an address.
 */
export const ownEvent = { endpoint: parseAsString.withDefault(""), delivery: parseAsString.withDefault("") };

export const loadOwnEvent = createLoader(ownEvent);
