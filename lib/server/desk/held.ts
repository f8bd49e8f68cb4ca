import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { held as contract } from "../../contract/desk/held.ts";
import { hold, listHeld, sendNow, undo } from "../jobs/held.ts";
import { lookAt } from "../jobs/queue.ts";
import type { DeskContext } from "./context.ts";

export const held: ResourceHandlers<(typeof contract)["held"], DeskContext> = {
  list: async (_input, context) => ({ data: await listHeld(context) }),

  async hold({ body }, context) {
    const data = await listHeld(context, await hold(context, body));
    for (const { id, seconds_left } of data) await lookAt("held", id, seconds_left * 1000);
    return { data };
  },

  undo: async ({ params }, context) => ({ data: await undo(context, params.batch) }),

  async send({ params }, context) {
    const data = await sendNow(context, params.batch);
    for (const { id } of data) await lookAt("held", id);
    return { data };
  },
};
