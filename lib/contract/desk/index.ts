import { connections } from "./connections.ts";

/** The dashboard's own operations, in the form of the two APIs. */
export const desk = { ...connections } as const;
