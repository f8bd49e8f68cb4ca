import { commissions } from "../affiliate/commissions.ts";
import { defineContract } from "../define.ts";

const { roles, query, response } = commissions.commissions.list;

export const review_queue = defineContract({
  review_queue: {
    list: {
      method: "GET",
      path: "/review-queue",
      roles,
      summary: "List commissions, without those whose decision waits to be sent",
      query,
      response,
    },
  },
});
