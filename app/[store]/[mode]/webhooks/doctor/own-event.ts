import { createLoader, parseAsString } from "nuqs/server";

/** Which delivery the doctor begins with, where it was asked from one. What is pasted is never in an address. */
export const ownEvent = { endpoint: parseAsString.withDefault(""), delivery: parseAsString.withDefault("") };

export const loadOwnEvent = createLoader(ownEvent);
