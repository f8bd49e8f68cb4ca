import { redirect } from "next/navigation";
import type { ComponentProps, ReactNode } from "react";
import { Messages } from "@/components/messages";
import { Prefetched } from "@/components/prefetched";
import type { DeskFacts } from "@/lib/api/desk";
import { defaultQuery } from "@/lib/server/desk/views";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";

type Desk = { store: string; mode: string };

type Props = Desk & {
  of: ComponentProps<typeof Messages>["of"];
  children: ReactNode | ((facts: DeskFacts) => ReactNode);
  load?: Parameters<typeof prefetchDesk>[2];
};

export async function Screen({ store, mode, load = async () => {}, of, children }: Props) {
  const { state, facts } = await prefetchDesk(store, mode, load);
  return (
    <Messages of={of}>
      <Prefetched state={JSON.stringify(state)}>
        {typeof children === "function" ? children(facts) : children}
      </Prefetched>
    </Messages>
  );
}

type Search = Promise<Record<string, string | string[] | undefined>>;

/** If the address has no query, the person's default view of this screen opens. */
export async function openDefaultView(params: Promise<Desk>, searchParams: Search, screen: string): Promise<void> {
  if (Object.keys(await searchParams).length > 0) return;
  const { store, mode } = await params;
  const query = await defaultQuery((await openDesk(store, mode)).membership, screen);
  if (query) redirect(`/${store}/${mode}/${screen}?${query}`);
}
