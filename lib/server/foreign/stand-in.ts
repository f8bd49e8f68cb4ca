import type { Operation, Parsed, Resource, Result } from "../../contract/define.ts";
import type { Answer, Call } from "../wire/call.ts";

export type Perform = (call: Call) => Promise<Answer>;
type Context = { call: Call; perform: Perform };

type StandIn<O extends Operation> = (input: Parsed<O>, context: Context) => Promise<Result<O>>;

/** Answers some operations of a resource in the form in which our own service does, by other means. */
export type StandIns<R extends Resource> = { [N in keyof R]?: StandIn<R[N]> };
