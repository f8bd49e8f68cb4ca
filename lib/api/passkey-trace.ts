const name = "passkey";

/**
 * Remembers that a passkey was created or used in this browser, so that only such browsers load the passkey code early.
 */
export const wasPasskeyHere = () => localStorage.getItem(name) !== null;

export const notePasskeyHere = () => localStorage.setItem(name, "1");
