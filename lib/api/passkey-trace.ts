const name = "passkey";

/** Only browsers in which a passkey was created or used load the passkey code early. */
export const wasPasskeyHere = () => localStorage.getItem(name) !== null;

export const notePasskeyHere = () => localStorage.setItem(name, "1");
