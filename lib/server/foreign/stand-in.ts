import type { Operation, Parsed, Resource, Result } from "../../contract/define.ts";
import type { Call } from "../wire/call.ts";

type StandIn<O extends Operation> = (input: Parsed<O>, call: Call) => Promise<Result<O>>;

/** Answers some operations of a resource in the form in which our own service does, by other means. */
export type StandIns<R extends Resource> = { [N in keyof R]?: StandIn<R[N]> };
