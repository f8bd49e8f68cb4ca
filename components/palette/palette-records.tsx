"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  FlaskConical,
  Hash,
  KeyRound,
  Link2,
  ListChecks,
  type LucideIcon,
  Package,
  Tag,
  UserRound,
  Users,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useJobName } from "@/components/job-name";
import { isOpenWith } from "@/components/shell/screens";
import type { CommandGroup } from "@/components/ui/command-palette";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { isIdentifier } from "@/lib/contract/paths";
import { isRecordName } from "@/lib/contract/record-words";
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
function useReads(search: string, wanted: boolean) {
  const { affiliate, can, checkout, desk, has } = useDesk();
  const searches = has("checkout", "upsells", "list", "search");
  const all = { query: { per_page: 100 } };
  // If the API has no search, its first hundred records are searched in the browser.
  const query = searches ? { query: { search, per_page: most } } : all;
  const fresh = searches ? {} : kept;
  const may = (...operation: Parameters<typeof can>) => wanted && can(...operation);
  return {
    upsells: useQuery({
      ...checkout.upsells.list.options(query),
      ...fresh,
      enabled: may("checkout", "upsells", "list"),
    }),
    bundles: useQuery({
      ...checkout.bundles.list.options(query),
      ...fresh,
      enabled: may("checkout", "bundles", "list"),
    }),
    experiments: useQuery({
      ...checkout.experiments.list.options(query),
      ...fresh,
      enabled: may("checkout", "experiments", "list"),
    }),
    affiliates: useQuery({
      ...desk.affiliate_names.search.options({ query: { search: search.slice(0, 100) } }),
      enabled: may("desk", "affiliate_names", "search"),
    }),
    links: useQuery({ ...affiliate.links.list.options(all), ...kept, enabled: may("affiliate", "links", "list") }),
    endpoints: useQuery({
      ...checkout.webhooks.list.options(all),
      ...kept,
      enabled: may("checkout", "webhooks", "list"),
    }),
    jobs: useQuery({ ...desk.jobs.list.options(all), enabled: wanted }),
    keys: useQuery({ ...desk.keys.list.options(), enabled: may("desk", "keys", "list") }),
    people: useQuery({ ...desk.people.list.options(), enabled: may("desk", "people", "list") }),
    views: useQuery({ ...desk.views.list.options(), enabled: wanted }),
  };
}

type Shown = { label: string | null | undefined; aside?: string | null; path: string };

export function useFoundRecords(open: boolean, text: string, go: (href: string) => () => void) {
  const t = useTranslations("palette");
  const root = useTranslations();
  const jobName = useJobName();
  const { base, has, format } = useDesk();
  const search = useDebounced(text);
  const wanted = open && search.length >= 2;
  const reads = useReads(search, wanted);

  const matching = <Row,>(rows: readonly Row[] | undefined, words: (row: Row) => (string | null | undefined)[]) =>
    rows?.filter((row) => words(row).some((word) => word?.toLowerCase().includes(search.toLowerCase())));
  const named = <Row extends { id: string; name?: string | null }>(rows: readonly Row[] | undefined) =>
    has("checkout", "upsells", "list", "search") ? rows : matching(rows, ({ id, name }) => [id, name]);
  const statusWord = (status?: string) => {
    const known = upsellStatuses.find((one) => one === status);
    return known ? t(`offerStatuses.${known}`) : status;
  };
  const to = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
  const group = <Row extends { id: string }>(
    name: keyof typeof reads,
    Icon: LucideIcon,
    rows: readonly Row[] | undefined,
    show: (row: Row) => Shown,
  ): CommandGroup => ({
    heading: isRecordName(name) ? root(`${name}.names.list`) : t(`records.${name}`),
    found: true,
    items: (wanted ? (rows ?? []) : []).slice(0, most).map((row) => {
      const { label, aside, path } = show(row);
      return {
        id: `${name} ${row.id}`,
        label: label ?? row.id,
        aside,
        icon: <Icon aria-hidden />,
        onSelect: go(base + path),
      };
    }),
  });

  const { upsells, bundles, experiments, affiliates, links, endpoints, views, jobs, keys, people } = reads;
  const groups = [
    group("upsells", Tag, named(upsells.data?.data), ({ id, name, status }) => ({
      label: name,
      aside: statusWord(status),
      path: to("/upsells", id),
    })),
    group("bundles", Package, named(bundles.data?.data), ({ id, name }) => ({ label: name, path: to("/bundles", id) })),
    group("experiments", FlaskConical, named(experiments.data?.data), ({ id, name }) => ({
      label: name,
      path: to("/experiments", id),
    })),
    group("affiliates", Users, affiliates.data?.data, ({ id, name, email }) => ({
      label: name,
      aside: email === name ? null : email,
      path: to("/affiliates", id),
    })),
    group(
      "links",
      Link2,
      matching(links.data?.data, (one) => [one.id, one.name, one.code, one.utm_campaign, one.coupon_code]),
      ({ id, name, code }) => ({ label: name ?? code, aside: name && code, path: to("/links", id) }),
    ),
    group(
      "endpoints",
      Webhook,
      matching(endpoints.data?.data, ({ id, url }) => [id, url]),
      ({ id, url }) => ({ label: url, path: to("/webhooks", id) }),
    ),
    group(
      "views",
      Bookmark,
      matching(views.data?.data, ({ name }) => [name]),
      ({ name, screen, query }) => ({ label: name, aside: screen, path: `/${screen}${query && `?${query}`}` }),
    ),
    group(
      "jobs",
      ListChecks,
      matching(jobs.data?.data, (job) => [job.id, jobName(job)]),
      (job) => ({ label: jobName(job), aside: format.dateTime(job.created_at), path: to("/jobs", job.id) }),
    ),
    group(
      "keys",
      KeyRound,
      matching(keys.data?.data, ({ id, name, last_four }) => [id, name, last_four]),
      ({ id, name, last_four }) => ({ label: name, aside: `…${last_four}`, path: to("/settings/keys", id) }),
    ),
    group(
      "people",
      UserRound,
      matching(people.data?.data, ({ name, email }) => [name, email]),
      ({ name, email }) => ({ label: name, aside: email, path: "/settings/people" }),
    ),
  ];
  return {
    groups,
    searching: Object.values(reads).some(({ isFetching }) => isFetching) || (text.length >= 2 && text !== search),
  };
}

export function useAddresses(text: string, go: (href: string) => () => void): CommandGroup {
  const t = useTranslations("palette");
  const { base, can } = useDesk();
  const items = addresses.filter(isOpenWith(can)).map(({ path, name }) => ({
    id: name,
    label: t(name, { id: text }),
    icon: <Hash aria-hidden />,
    onSelect: go(base + path.replace(":id", encodeURIComponent(text))),
  }));
  return { heading: t("heading.open"), found: true, items: isIdLike(text) ? items : [] };
}
