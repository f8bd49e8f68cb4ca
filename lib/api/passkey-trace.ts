const name = "passkey";

/** That a passkey was made or used in this browser: only there something is loaded before it is asked for. */
export const wasPasskeyHere = () => localStorage.getItem(name) !== null;

export const notePasskeyHere = () => localStorage.setItem(name, "1");
