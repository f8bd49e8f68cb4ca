"use client";

import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useProgramWords } from "@/components/affiliates/program-words";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { Look } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { ApiError } from "@/lib/contract/errors";
import { LinkActions } from "../link-actions";
import { nameOf } from "../words";
import { LinkClicks } from "./link-clicks";
import { LinkEditor } from "./link-editor";
import { LinkFigures } from "./link-figures";
import { LinkOrders } from "./link-orders";
import { LinkSheet } from "./link-sheet";

export function LinkView({ id }: { id: string }) {
  const t = useTranslations("links");
  const { base, affiliate, can } = useDesk();
  const listHref = useListHref(`${base}/links`);
  const mayRead = can("affiliate", "links", "get");
  const record = useQuery({ ...affiliate.links.get.options({ params: { id } }), enabled: mayRead });
  if (record.data) return <Loaded link={record.data} />;
  const problem = mayRead ? record.error : new ApiError(403, "role_forbidden", t("forbiddenBody"));
  return (
    <RecordWaiting
      title={t("one")}
      crumbs={[{ href: listHref, label: t("title") }]}
      record={record}
      problem={problem}
    />
  );
}

function Loaded({ link }: { link: Link }) {
  const t = useTranslations("links");
  const router = useRouter();
  const { base } = useDesk();
  const listHref = useListHref(`${base}/links`);
  const mayChange = useMayUpdate("affiliate", "links");
  const words = useProgramWords();
  const status = link.status === undefined ? null : words.linkStatus(link.status);
  return (
    <>
      <PageHeader
        title={nameOf(link)}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={status && <Look {...status} />}
        actions={
          <Menu
            label={t("actions.more")}
            align="end"
            trigger={(props) => <IconButton {...props} label={t("actions.more")} icon={<Ellipsis aria-hidden />} />}
          >
            <LinkActions link={link} onGone={() => router.push(listHref)} />
          </Menu>
        }
      />
      <LinkFigures link={link} />
      {mayChange ? <LinkEditor link={link} /> : <LinkSheet link={link} />}
      <LinkClicks link={link} />
      <LinkOrders link={link} />
    </>
  );
}
