import * as z from "zod";
import { confirmation, oneOf, timestamp } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { emailAddress } from "./set-up.ts";

const role = oneOf(roles);

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  since: timestamp,
  you: z.boolean(),
  two_factor: z.boolean(),
  passkeys: z.number(),
  seen_at: timestamp.nullable(),
});

export type Member = z.infer<typeof member>;

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invited_by: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  expired: z.boolean(),
});

export type Invitation = z.infer<typeof invitation>;

/** Only this response contains the link. The database stores only its digest. */
const invited = z.object({ invitation, secret_link: z.string(), mailed: z.boolean() });
export type Invited = z.infer<typeof invited>;

export const people = defineContract({
  people: {
    list: {
      method: "GET",
      path: "/people",
      roles: ["owner"],
      summary: "List the members of this store",
      response: z.object({ data: z.array(member) }),
    },
    get: {
      method: "GET",
      path: "/people/:id",
      roles: ["owner"],
      summary: "Read a member",
      response: member,
    },
    change_role: {
      method: "PATCH",
      path: "/people/:id",
      roles: ["owner"],
      summary: "Change the role of a member",
      body: z.strictObject({ role }),
      example: { role: "analyst" },
      response: member,
      before: "get",
    },
    remove: {
      method: "DELETE",
      path: "/people/:id",
      roles: ["owner"],
      summary: "Remove a member",
      response: confirmation,
      before: "get",
    },
    reset_link: {
      method: "POST",
      path: "/people/:id/reset-link",
      roles: ["owner"],
      summary: "Create a password reset link for a member",
      response: z.object({ secret_link: z.string(), expires_at: timestamp }),
      secrets: ["secret_link"],
    },
  },
  invitations: {
    list: {
      method: "GET",
      path: "/invitations",
      roles: ["owner"],
      summary: "List open invitations",
      response: z.object({ data: z.array(invitation), mail: z.boolean() }),
    },
    create: {
      method: "POST",
      path: "/invitations",
      roles: ["owner"],
      summary: "Invite a person",
      body: z.strictObject({ email: emailAddress, role }),
      example: { email: "mia@shop.example", role: "affiliate_manager" },
      response: invited,
      secrets: ["secret_link"],
      status: 201,
    },
    renew: {
      method: "POST",
      path: "/invitations/:id/renew",
      roles: ["owner"],
      summary: "Create a new link for an invitation",
      response: invited,
      secrets: ["secret_link"],
    },
    revoke: {
      method: "DELETE",
      path: "/invitations/:id",
      roles: ["owner"],
      summary: "Revoke an invitation",
      response: confirmation,
    },
  },
});
