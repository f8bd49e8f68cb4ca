import "server-only";
import "./registrations.ts";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Affiliate } from "../contract/affiliate/affiliates.ts";
import type { Operation, Result } from "../contract/define.ts";
import type { partnerContract } from "../contract/partner/index.ts";
import { type Partner, partnerCall } from "./partners/caller.ts";
import { findPartner } from "./partners/partners.ts";
import { runPartner } from "./partners/serve.ts";
import { openPortalProgram, sayRules } from "./program-page.ts";

type Contract = typeof partnerContract;
type Answer<O> = O extends Operation ? Result<O> : never;

export const isInProgram = cache(async (slug: string) => {
  const [{ storeId, mode }, partner] = await Promise.all([openPortalProgram(slug), headers().then(findPartner)]);
  return partner?.store.id === storeId && partner.mode === mode ? partner : null;
});

/** The rules by which this affiliate earns. Another API has no rules, only the rate of the affiliate. */
export async function rulesOf(partner: Partner) {
  const row = await partnerCall<Affiliate>(partner, "affiliates.get");
  const { commission_type, commission_rate, group, currency } = row;
  const ofOwn = row.own_rate === false ? {} : { commission_type, commission_rate };
  return sayRules({ storeId: partner.store.id, mode: partner.mode }, { ...ofOwn, group, currency });
}

/** Access to every page of the portal is checked here. */
export const openPortal = cache(async (slug: string) => {
  const program = await openPortalProgram(slug);
  const partner = await isInProgram(slug);
  if (!partner) {
    const wanted = (await headers()).get("x-address") ?? `/partners/${slug}`;
    redirect(`/partners/${slug}/sign-in?next=${encodeURIComponent(wanted)}`);
  }
  const read = <R extends keyof Contract, N extends keyof Contract[R] & string>(
    resource: R,
    name: N,
    input: { params?: Record<string, string>; query?: Record<string, unknown> } = {},
  ) => runPartner({ partner, program }, resource, name, input) as Promise<Answer<Contract[R][N]>>;
  return { program, partner, read };
});
