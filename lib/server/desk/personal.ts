import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import { type personal as contract, personalKinds } from "../../contract/desk/personal.ts";
import { ApiError } from "../../contract/errors.ts";
import { forget, type Kind, keep, listKept } from "../personal.ts";
import type { DeskContext } from "./context.ts";

export const personal: ResourceHandlers<(typeof contract)["personal"], DeskContext> = {
  async list({ params }, context) {
    return { data: await listKept(context, requireKind(params.kind)) };
  },

  async put({ params, body }, context) {
    return keep(context, requireKind(params.kind), body.id);
  },

  async delete({ params, query }, context) {
    await forget(context, requireKind(params.kind), query.id);
    return { id: query.id, deleted: true };
  },
};

function requireKind(kind: string): Kind {
  if (personalKinds.includes(kind as Kind)) return kind as Kind;
  throw new ApiError(404, "not_found", `The kind must be one of ${personalKinds.join(", ")}.`);
}
