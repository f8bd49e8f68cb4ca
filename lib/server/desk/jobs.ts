import "server-only";
import { callerOf, type DeskContext, type DeskHandlers } from "../wire/call.ts";
import { operationOf } from "../wire/contracts.ts";
import { requireRole } from "../wire/perform-call.ts";
import { cancelJob, pauseJob, resumeJob, retryJob } from "../work/jobs/control.ts";
import { createJob, previewJob } from "../work/jobs/create.ts";
import { dryRun } from "../work/jobs/import.ts";
import { activeJobs, fileOf, findJob, listItems, listJobs, outcomeOf, presentJob } from "../work/jobs/read.ts";
import { apiOf } from "../work/jobs/sheets.ts";

const after =
  (act: (desk: DeskContext, id: string) => Promise<void>) =>
  async ({ params: { id } }: { params: { id: string } }, context: DeskContext) => {
    await act(context, id);
    return presentJob(context, await findJob(context, id));
  };

export const jobs: DeskHandlers<"jobs"> = {
  list: ({ query }, context) => listJobs(context, query),
  active: async (_input, context) => ({ data: await activeJobs(context) }),
  get: async ({ params }, context) => presentJob(context, await findJob(context, params.id)),
  items: ({ params, query }, context) => listItems(context, params.id, query),
  outcome: ({ params }, context) => outcomeOf(context, params.id),
  file: ({ params }, context) => fileOf(context, params.id),

  preview: ({ body }, context) => previewJob(callerOf(context), body),

  async dry_run({ body: { resource, csv } }, context) {
    requireRole(context.membership.role, operationOf({ api: apiOf(resource), resource, operation: "create" }));
    return dryRun(callerOf(context), resource, csv);
  },

  create: async ({ body }, context) => presentJob(context, await findJob(context, await createJob(context, body))),

  pause: after(pauseJob),
  resume: after(resumeJob),
  cancel: after(cancelJob),
  retry: after(retryJob),
};
