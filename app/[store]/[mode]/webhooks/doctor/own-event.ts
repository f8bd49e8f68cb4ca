import { createLoader, parseAsString } from "nuqs/server";

/** A doctor that was opened from a delivery starts with that event. Pasted text never becomes part of an address. */
export const ownEvent = { endpoint: parseAsString.withDefault(""), delivery: parseAsString.withDefault("") };

export const loadOwnEvent = createLoader(ownEvent);
