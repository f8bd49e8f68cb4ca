import type { partnerApplication } from "../../database/schema/desk-partners.ts";

export type Application = typeof partnerApplication.$inferSelect;

export const nameOf = ({ details: { first_name, last_name } }: Pick<Application, "details">) =>
  `${first_name} ${last_name}`;
