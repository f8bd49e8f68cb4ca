"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  FlaskConical,
  Hash,
  KeyRound,
  Link2,
  ListChecks,
  Package,
  Tag,
  UserRound,
  Users,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Command, CommandGroup } from "@/components/ui/command-palette";
import { useDebounced } from "@/components/ui/use-debounced";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { isIdentifier } from "@/lib/contract/paths";
import { addresses } from "./palette-pages";

/** Ids contain a digit, and search words hardly ever do. */
const isIdLike = (text: string) => /\d/.test(text) && isIdentifier(text);
const most = 6;
/** Lists that an API cannot search are fetched once in this time and searched in the browser. */
const kept = { staleTime: 5 * 60_000 };

/**
 * Each pause in typing makes at most four calls to the APIs; other lists are Cartwright's own or cached, and an id
 * costs nothing until it is opened.
 */
export function useFoundRecords(open: boolean, text: string, go: (href: string) => () => void) {
  const t = useTranslations("palette");
  const jobWords = useTranslations("jobs");
  const { affiliate, base, can, checkout, desk, extensions, format } = useDesk();
  const search = useDebounced(text);
  const wanted = open && search.length >= 2;
  // If the API has no search, its first hundred records are searched in the browser.
  const asked = { query: extensions.checkout ? { search, per_page: most } : { per_page: 100 } };
  const how = extensions.checkout ? {} : kept;
  const upsells = useQuery({
    ...checkout.upsells.list.options(asked),
    ...how,
    enabled: wanted && can("checkout", "upsells", "list"),
  });
  const bundles = useQuery({
    ...checkout.bundles.list.options(asked),
    ...how,
    enabled: wanted && can("checkout", "bundles", "list"),
  });
  const experiments = useQuery({
    ...checkout.experiments.list.options(asked),
    ...how,
    enabled: wanted && can("checkout", "experiments", "list"),
  });
  const affiliates = useQuery({
    ...desk.affiliate_names.search.options({ query: { search: search.slice(0, 100) } }),
    enabled: wanted && can("desk", "affiliate_names", "search"),
  });
  const links = useQuery({
    ...affiliate.links.list.options({ query: { per_page: 100 } }),
    ...kept,
    enabled: wanted && can("affiliate", "links", "list"),
  });
  const endpoints = useQuery({
    ...checkout.webhooks.list.options({ query: { per_page: 100 } }),
    ...kept,
    enabled: wanted && extensions.checkout && can("checkout", "webhooks", "list"),
  });
  const jobs = useQuery({ ...desk.jobs.list.options({ query: { per_page: 100 } }), enabled: wanted });
  const keys = useQuery({ ...desk.keys.list.options(), enabled: wanted && can("desk", "keys", "list") });
  const people = useQuery({ ...desk.people.list.options(), enabled: wanted && can("desk", "people", "list") });
  const views = useQuery({ ...desk.views.list.options(), enabled: wanted });

  const has = (...words: (string | null | undefined)[]) =>
    words.some((word) => word?.toLowerCase().includes(search.toLowerCase()));
  function group<Row>(
    heading: string,
    icon: ReactNode,
    rows: readonly Row[] | undefined,
    draw: Draw<Row>,
  ): CommandGroup {
    const items = wanted ? (rows ?? []).slice(0, most).map((row) => ({ icon, ...draw(row) })) : [];
    return { heading, found: true, items };
  }
  const matching = <Row,>(rows: readonly Row[] | undefined, words: (row: Row) => (string | null | undefined)[]) =>
    rows?.filter((row) => has(...words(row)));
  const named = <Row extends { id: string; name?: string | null }>(rows: readonly Row[] | undefined) =>
    extensions.checkout ? rows : matching(rows, ({ id, name }) => [id, name]);
  const status = (word?: string) => {
    const known = upsellStatuses.find((one) => one === word);
    return known ? t(`offerStatuses.${known}`) : word;
  };
  const to = (path: string, id: string) => go(`${base}${path}/${encodeURIComponent(id)}`);

  const groups = [
    group(t("records.offers"), <Tag aria-hidden />, named(upsells.data?.data), ({ id, name, status: word }) => ({
      id,
      label: name ?? id,
      aside: status(word),
      onSelect: to("/upsells", id),
    })),
    group(t("records.bundles"), <Package aria-hidden />, named(bundles.data?.data), ({ id, name = id }) => ({
      id,
      label: name,
      onSelect: to("/bundles", id),
    })),
    group(
      t("records.experiments"),
      <FlaskConical aria-hidden />,
      named(experiments.data?.data),
      ({ id, name = id }) => ({
        id,
        label: name,
        onSelect: to("/experiments", id),
      }),
    ),
    group(t("records.affiliates"), <Users aria-hidden />, affiliates.data?.data, ({ id, name, email }) => ({
      id: `affiliate ${id}`,
      label: name ?? id,
      onSelect: to("/affiliates", id),
      ...(email && email !== name && { aside: email }),
    })),
    group(
      ...([t("records.links"), <Link2 key="links" aria-hidden />] as const),
      matching(links.data?.data, (one) => [one.id, one.name, one.code, one.utm_campaign, one.coupon_code]),
      ({ id, name, code }) => ({
        id: `link ${id}`,
        label: name ?? code ?? id,
        onSelect: to("/links", id),
        ...(name && code && { aside: code }),
      }),
    ),
    group(
      ...([t("records.endpoints"), <Webhook key="endpoints" aria-hidden />] as const),
      matching(endpoints.data?.data, ({ id, url }) => [id, url]),
      ({ id, url = id }) => ({ id: `endpoint ${id}`, label: url, onSelect: to("/webhooks", id) }),
    ),
    group(
      ...([t("records.views"), <Bookmark key="views" aria-hidden />] as const),
      matching(views.data?.data, ({ name }) => [name]),
      ({ id, name, screen, query }) => ({
        id: `view ${id}`,
        label: name,
        aside: screen,
        onSelect: go(`${base}/${screen}${query && `?${query}`}`),
      }),
    ),
    group(
      ...([t("records.jobs"), <ListChecks key="jobs" aria-hidden />] as const),
      matching(
        jobs.data?.data.map((job) => ({
          ...job,
          label: jobWords(`kinds.${job.kind as "export_csv"}`, { resource: job.resource }),
        })),
        ({ id, label }) => [id, label],
      ),
      ({ id, label, created_at }) => ({
        id: `job ${id}`,
        label,
        aside: format.dateTime(created_at),
        onSelect: to("/jobs", id),
      }),
    ),
    group(
      ...([t("records.keys"), <KeyRound key="keys" aria-hidden />] as const),
      matching(keys.data?.data, ({ id, name, last_four }) => [id, name, last_four]),
      ({ id, name, last_four }) => ({
        id: `key ${id}`,
        label: name,
        aside: `…${last_four}`,
        onSelect: to("/settings/keys", id),
      }),
    ),
    group(
      ...([t("records.people"), <UserRound key="people" aria-hidden />] as const),
      matching(people.data?.data, ({ name, email }) => [name, email]),
      ({ id, name, email }) => ({
        id: `person ${id}`,
        label: name,
        aside: email,
        onSelect: go(`${base}/settings/people`),
      }),
    ),
  ];
  const byId: Command[] = isIdLike(text)
    ? addresses.flatMap(({ path, name, may }) =>
        may && !can(...may)
          ? []
          : [
              {
                id: name,
                label: t(name, { id: text }),
                icon: <Hash aria-hidden />,
                onSelect: go(base + path.replace(":id", encodeURIComponent(text))),
              },
            ],
      )
    : [];
  const reads = [upsells, bundles, experiments, affiliates, links, endpoints, jobs, keys, people, views];
  return {
    groups,
    byId: { heading: t("heading.open"), found: true, items: byId } satisfies CommandGroup,
    searching: reads.some(({ isFetching }) => isFetching) || (text.length >= 2 && text !== search),
  };
}

type Draw<Row> = (row: Row) => Omit<Command, "icon">;
