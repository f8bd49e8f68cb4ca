import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { jobs as contract } from "../../contract/desk/jobs.ts";
import { cancelJob, pauseJob, resumeJob, retryJob } from "../jobs/control.ts";
import { createJob, type Desk } from "../jobs/create.ts";
import { dryRun } from "../jobs/import.ts";
import { operationOf } from "../jobs/place.ts";
import { previewJob } from "../jobs/preview.ts";
import { lookAt } from "../jobs/queue.ts";
import { activeJobs, fileOf, findJob, listItems, listJobs, outcomeOf, presentJob } from "../jobs/read.ts";
import { apiOf } from "../jobs/sheets.ts";
import { requireRole } from "../operations.ts";
import { type DeskContext, placeOf } from "./context.ts";

const after =
  (act: (desk: Desk, id: string) => Promise<void>) =>
  async ({ params: { id } }: { params: { id: string } }, context: DeskContext) => {
    await act(context, id);
    await lookAt("job", id);
    return presentJob(await findJob(context, id));
  };

export const jobs: ResourceHandlers<(typeof contract)["jobs"], DeskContext> = {
  list: ({ query }, context) => listJobs(context, query),
  active: async (_input, context) => ({ data: await activeJobs(context) }),
  get: async ({ params }, context) => presentJob(await findJob(context, params.id)),
  items: ({ params, query }, context) => listItems(context, params.id, query),
  outcome: ({ params }, context) => outcomeOf(context, params.id),
  file: ({ params }, context) => fileOf(context, params.id),

  preview: ({ body }, context) => previewJob(placeOf(context), body),

  async dry_run({ body: { resource, csv } }, context) {
    const named = { api: apiOf(resource), resource, operation: "create" };
    requireRole(context.membership.role, operationOf(named).operation);
    return dryRun(placeOf(context), resource, csv);
  },

  async create({ body }, context) {
    const id = await createJob(context, body);
    await lookAt("job", id);
    return presentJob(await findJob(context, id));
  },

  pause: after(pauseJob),
  resume: after(resumeJob),
  cancel: after(cancelJob),
  retry: after(retryJob),
};
