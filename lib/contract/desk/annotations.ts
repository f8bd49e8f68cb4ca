import * as z from "zod";
import { confirmation, day, hasFields, nameText, nothingToChange, shownDays } from "../common.ts";
import { defineContract } from "../define.ts";

const annotation = z.object({
  id: z.string(),
  day,
  text: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  owner: z.string(),
});

export type Annotation = z.infer<typeof annotation>;

const longestAnnotation = 200;

const draft = z.strictObject({
  day,
  text: nameText(longestAnnotation),
  shared: z.boolean().default(false),
});

const patch = z
  .strictObject({
    day: day.optional(),
    text: nameText(longestAnnotation).optional(),
    shared: z.boolean().optional(),
  })
  .refine(hasFields, nothingToChange);

const readers = ["owner", "merchant", "analyst"] as const;

export const annotations = defineContract({
  annotations: {
    list: {
      method: "GET",
      path: "/annotations",
      roles: readers,
      summary: "List your annotations and the shared annotations, by day",
      query: shownDays,
      response: z.object({ data: z.array(annotation) }),
    },
    create: {
      method: "POST",
      path: "/annotations",
      roles: readers,
      summary: "Annotate a day",
      body: draft,
      example: { day: "2026-11-01", text: "Free shipping began", shared: true },
      response: annotation,
      status: 201,
    },
    update: {
      method: "PATCH",
      path: "/annotations/:id",
      roles: readers,
      summary: "Change an annotation",
      body: patch,
      example: { text: "Free shipping ended" },
      response: annotation,
    },
    delete: {
      method: "DELETE",
      path: "/annotations/:id",
      roles: readers,
      summary: "Delete an annotation",
      response: confirmation,
    },
  },
});
