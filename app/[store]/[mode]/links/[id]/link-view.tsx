"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { RecordEditor } from "@/components/records/record-editor";
import { RecordFacts } from "@/components/records/record-facts";
import { RecordHeader } from "@/components/records/record-header";
import { RecordSheet } from "@/components/records/record-sheet";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { knownLinkFields } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { LeadsTo } from "../leads-to";
import { LinkActions } from "../link-actions";
import { LinkForm } from "../link-form";
import { changeableFields, type LinkForm as Draft, toForm, toPatch } from "../to-draft";
import { nameOf } from "../words";
import { LinkFigures } from "./link-figures";
import { LinkClicks, LinkOrders } from "./link-records";

// The code that draws QR codes is loaded only here.
const QrCode = lazyPart(() => import("./qr-code"), <Skeleton className="h-64 w-full" />);

export function LinkView({ id }: { id: string }) {
  const t = useTranslations("links");
  const { base, affiliate, can } = useDesk();
  const listHref = useListHref(`${base}/links`);
  const mayRead = can("affiliate", "links", "get");
  const record = useQuery({ ...affiliate.links.get.options({ params: { id } }), enabled: mayRead });
  if (record.data) return <Loaded link={record.data} />;
  return (
    <RecordWaiting
      title={t("one")}
      crumbs={[{ href: listHref, label: t("title") }]}
      record={record}
      forbidden={!mayRead && t("forbiddenBody")}
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
  return (
    <>
      <RecordHeader
        title={nameOf(link)}
        crumbs={[{ href: listHref, label: t("title") }]}
        status={link.status === undefined ? null : words.linkStatus(link.status)}
        menu={<LinkActions link={link} onGone={() => router.push(listHref)} />}
      />
      <LinkFigures link={link} />
      {mayChange ? <Editor link={link} /> : <Sheet link={link} />}
      <LinkClicks link={link} />
      <LinkOrders link={link} />
    </>
  );
}

function Editor({ link }: { link: Link }) {
  const t = useTranslations("links.form");
  const { affiliate } = useDesk();
  return (
    <RecordEditor<Draft, Link>
      of={affiliate.links}
      record={link}
      toDraft={toForm}
      toBody={toPatch}
      words={{
        label: (field) => t(`labels.${field}`),
        value: (_field, value) => String(value) || t("nothing"),
      }}
      changedElsewhere={t("changedElsewhere")}
    >
      {(form) => (
        <LinkForm
          {...form}
          below={<Facts link={link} />}
          beside={(values) => <Address link={link} values={values} />}
        />
      )}
    </RecordEditor>
  );
}

function Sheet({ link }: { link: Link }) {
  const t = useTranslations("links");
  return (
    <RecordSheet
      api="affiliate"
      resource="links"
      cannotChange={{ title: t("cannotChange.title"), body: t("cannotChange.body") }}
      title={t("form.what")}
      items={changeableFields.map((field) => ({ term: t(`form.labels.${field}`), detail: link[field] }))}
      below={<Facts link={link} />}
      beside={<Address link={link} values={toForm(link)} />}
    />
  );
}

function Facts({ link }: { link: Link }) {
  const t = useTranslations("links");
  const { affiliate_id: owner, code } = link;
  const names = useAffiliateNames([owner]);
  return (
    <RecordFacts
      title={t("about")}
      record={link}
      known={knownLinkFields}
      facts={[
        ...(owner ? [{ term: t("columns.affiliate"), detail: <AffiliateName id={owner} names={names} /> }] : []),
        ...(code ? [{ term: t("columns.code"), detail: <code>{code}</code> }] : []),
      ]}
    />
  );
}

function Address({ link, values }: { link: Link; values: Draft }) {
  const t = useTranslations("links.qr");
  return (
    <>
      <LeadsTo values={values} front={null} url={link.url} />
      {link.url && (
        <Panel title={t("title")}>
          <QrCode url={link.url} name={link.code || nameOf(link)} />
        </Panel>
      )}
    </>
  );
}
