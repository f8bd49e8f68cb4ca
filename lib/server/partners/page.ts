import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Operation, Result } from "../../contract/define.ts";
import type { partnerContract } from "../../contract/partner/index.ts";
import { openPortalProgram } from "./offer.ts";
import { findPartner } from "./partners.ts";
import { runPartner } from "./serve.ts";

type Contract = typeof partnerContract;
type Answer<O> = O extends Operation ? Result<O> : never;

export const isInProgram = cache(async (slug: string) => {
  const [{ storeId, mode }, partner] = await Promise.all([openPortalProgram(slug), headers().then(findPartner)]);
  return partner?.store.id === storeId && partner.mode === mode ? partner : null;
});

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
