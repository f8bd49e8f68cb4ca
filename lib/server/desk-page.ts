import "server-only";
import "./registrations.ts";
import { dehydrate, type QueryFunction } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { type Abilities, abilitiesOf, type Client, createClient, routesFor, type Send } from "../api/client.ts";
import { createQueryClient } from "../api/query-client.ts";
import type { affiliate } from "../contract/affiliate/index.ts";
import type { checkout } from "../contract/checkout/index.ts";
import type { Contract } from "../contract/define.ts";
import { desk } from "../contract/desk/index.ts";
import { hub } from "./desk/live/hub.ts";
import { runDesk } from "./desk/serve.ts";
import { findSession } from "./people/sessions.ts";
import type { StoreScope } from "./wire/call.ts";
import { type Api, type Mode, modes, readMoneyUnit } from "./wire/connections.ts";
import { contracts, missing } from "./wire/contracts.ts";
import { perform } from "./wire/perform-call.ts";
import { busyWith } from "./work/jobs/read.ts";

export const openDesk = cache(async (storeId: string, mode: string) => {
  const requestHeaders = await headers();
  const session = await findSession(requestHeaders);
  if (!session) {
    const wanted = requestHeaders.get("x-address") ?? `/${storeId}/${mode}`;
    redirect(`/sign-in?next=${encodeURIComponent(wanted)}`);
  }
  const membership = session.memberships.find(({ store }) => store.id === storeId);
  if (!membership || !modes.includes(mode as Mode)) notFound();
  const opened = { membership, mode: mode as Mode };
  const [busy, moneyUnit] = await Promise.all([
    busyWith(opened),
    readMoneyUnit({ storeId, mode: opened.mode, api: "affiliate" }),
  ]);
  return { ...opened, stores: session.memberships.map(({ store }) => store), busy, moneyUnit };
});

/** Sent to the browser, with only those operations that the role may call. */
export const deskFacts = cache(({ membership, mode, busy, moneyUnit }: Awaited<ReturnType<typeof openDesk>>) => {
  const { store, role, person } = membership;
  const routesOf = (api: Api) =>
    routesFor(contracts[api], role, (resource, operation) => missing({ api, mode, resource, operation }));
  return {
    store,
    mode,
    role,
    busy,
    moneyUnit,
    person: { name: person.name, email: person.email },
    timeZone: person.timeZone ?? store.timeZone,
    routes: {
      checkout: routesOf("checkout"),
      affiliate: routesOf("affiliate"),
      desk: routesFor(desk, role),
    },
    // The position is taken before the page reads anything, so that the page misses no change.
    cursor: hub().cursor,
  };
});

type Fetched = { queryKey: readonly unknown[]; queryFn?: unknown };
type DataOf<O extends Fetched> = Awaited<ReturnType<Extract<O["queryFn"], (...input: never[]) => unknown>>>;

// A slow API must not delay the page: after this time, the browser shows the screen's loading state.
const patience = 2_000;

/** Runs the browser's queries in process. A failed one is left to the browser, which shows the reason and can retry. */
export async function prefetchDesk(
  storeId: string,
  mode: string,
  load: (apis: {
    checkout: Client<typeof checkout>;
    affiliate: Client<typeof affiliate>;
    desk: Client<typeof desk>;
    facts: ReturnType<typeof deskFacts>;
    can: Abilities["can"];
    has: Abilities["has"];
    fetch: <O extends Fetched>(options: O) => Promise<DataOf<O> | undefined>;
  }) => Promise<unknown>,
) {
  const opened = await openDesk(storeId, mode);
  const queryClient = createQueryClient();
  const facts = deskFacts(opened);
  const client = <C extends Contract>(api: "checkout" | "affiliate" | "desk") =>
    createClient<C>(facts.routes[api], { store: storeId, mode, api }, sendInProcess(opened, api));
  const work = load({
    checkout: client<typeof checkout>("checkout"),
    affiliate: client<typeof affiliate>("affiliate"),
    desk: client<typeof desk>("desk"),
    facts,
    ...abilitiesOf(facts.routes),
    fetch: async (options) => {
      await queryClient.prefetchQuery({ ...options, queryFn: options.queryFn as QueryFunction, retry: false });
      return queryClient.getQueryData(options.queryKey) as never;
    },
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))]);
  return { ...opened, facts, queryClient, state: dehydrate(queryClient) };
}

function sendInProcess(opened: StoreScope, api: Api | "desk"): Send {
  return async ({ resource, name, input: { params = {}, query, body } }) => {
    if (api === "desk") return runDesk(opened, resource, name, { params, query, body });
    return (await perform({ ...opened, api, resource, operation: name, params, query, body, screen: true })).body;
  };
}
