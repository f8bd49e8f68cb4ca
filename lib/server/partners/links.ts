import "server-only";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Link } from "../../contract/affiliate/links.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { link, type PartnerLink } from "../../contract/partner/links.ts";
import { sentence } from "../../sentences.ts";
import { type PartnerHandlers, partnerCall, partnerPage } from "./caller.ts";

export const links: PartnerHandlers<"links"> = {
  async list({ query }, { partner }) {
    const sort = { sort: "created_at", order: "desc" };
    const { data, pagination } = await partnerPage<Link>(partner, "links", { ...query, ...sort });
    return { data: data.map(toLink), pagination };
  },

  async create({ body }, { partner, program }) {
    const { status } = await partnerCall<Affiliate>(partner, "affiliates.get");
    if (status !== undefined && status !== "active") {
      throw new ApiError(409, "not_active", sentence("portalNotActive"));
    }
    requireAllowed(body.destination_url, program.allowedHosts);
    return toLink(await partnerCall<Link>(partner, "links.create", { body }));
  },
};

/** Pages below an allowed host belong to it: `example.com` allows `shop.example.com`. */
function requireAllowed(address: string, hosts: readonly string[]): void {
  const { hostname, username, password } = new URL(address);
  const isAllowed = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  if (isAllowed && username === "" && password === "") return;
  const list = new Intl.ListFormat("en", { type: "disjunction" }).format(hosts);
  const said = list ? sentence("portalNoPage", { hosts: list }) : sentence("portalNoLinks");
  throw invalid({ field: "destination_url", ...said });
}

export const toLink = (row: Link): PartnerLink =>
  link.parse({ ...row, active: row.status === undefined || row.status === "active" });
