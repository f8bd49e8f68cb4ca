import * as z from "zod";
import { confirmation, hasFields, nameText, nothingToChange, slug } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { inSchema } from "../sentences.ts";

const view = z.object({
  id: z.string(),
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  position: z.number(),
  default: z.boolean(),
  mine: z.boolean(),
  owner: z.string(),
});

export type SavedView = z.infer<typeof view>;

const query = z
  .string()
  .max(2000, inSchema("atMostCharacters", { count: 2000 }))
  .regex(/^[^?#\s][^#\s]*$|^$/, "Must be the part of an address after the question mark.");

const viewDraft = z.strictObject({
  screen: slug,
  name: nameText(60),
  query,
  shared: z.boolean().default(false),
});

const viewPatch = z
  .strictObject({
    name: nameText(60).optional(),
    query: query.optional(),
    shared: z.boolean().optional(),
    position: z.number().int().min(0).max(10_000).optional(),
  })
  .refine(hasFields, nothingToChange);

export const views = defineContract({
  views: {
    list: {
      method: "GET",
      path: "/views",
      roles,
      summary: "List your views and the shared views",
      query: z.object({ screen: slug.optional().describe("Only views of this screen.") }),
      response: z.object({ data: z.array(view) }),
    },
    create: {
      method: "POST",
      path: "/views",
      roles,
      summary: "Save a view",
      body: viewDraft,
      example: { screen: "upsells", name: "Drafts", query: "status=draft" },
      response: view,
      status: 201,
    },
    update: {
      method: "PATCH",
      path: "/views/:id",
      roles,
      summary: "Rename, share, move or change a view",
      body: viewPatch,
      example: { name: "Drafts by name" },
      response: view,
    },
    delete: {
      method: "DELETE",
      path: "/views/:id",
      roles,
      summary: "Delete a view",
      response: confirmation,
    },
    open_with: {
      method: "PUT",
      path: "/views/:id/default",
      roles,
      summary: "Open the screen with a view",
      response: view,
      unaudited: true,
    },
    open_without: {
      method: "DELETE",
      path: "/views/:id/default",
      roles,
      summary: "Open the screen without a view",
      response: view,
      unaudited: true,
    },
  },
});
