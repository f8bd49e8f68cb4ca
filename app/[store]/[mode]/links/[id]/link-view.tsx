"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { RecordHeader } from "@/components/records/record-header";
import { RecordFacts, RecordSheet } from "@/components/records/record-sheet";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { LinkActions } from "../link-actions";
import { LeadsTo, LinkForm } from "../link-form";
import { changeableFields, type LinkForm as Draft, nameOf, toForm, toPatch } from "../to-draft";
import { LinkClicks, LinkOrders } from "./link-records";

const QrCode = lazyPart(() => import("@/components/print/qr-code"), <Skeleton className="h-64 w-full" />);

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
      facts={[
        ...(owner ? [{ term: t("columns.affiliate"), detail: <AffiliateName id={owner} names={names} /> }] : []),
        ...(code ? [{ term: t("columns.code"), detail: <code>{code}</code> }] : []),
      ]}
    />
  );
}

function Address({ link, values }: { link: Link; values: Draft }) {
  const t = useTranslations("qr");
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

function LinkFigures({ link }: { link: Link }) {
  const t = useTranslations("links");
  const { format, money, has } = useDesk();
  const { clicks, orders, revenue, currency } = link;
  const rate = clicks && orders !== undefined ? Math.min(1, orders / clicks) : undefined;
  const figures = [
    { name: "clicks", href: "#clicks", value: clicks === undefined ? null : format.number(clicks) },
    { name: "orders", href: "#orders", value: orders === undefined ? null : format.number(orders) },
    { name: "rate", value: rate === undefined ? (clicks === 0 ? t("figures.noClicks") : null) : format.ratio(rate) },
    { name: "revenue", href: "#orders", value: revenue === undefined ? null : money(revenue, currency) },
  ] as const;
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="figures" className="sr-only">
        {t("figures.title")}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line md:grid-cols-4">
        {figures.map(({ name, value, ...rest }) => (
          <div
            key={name}
            className="relative grid min-w-0 content-start gap-1 bg-surface px-4 py-3 has-[a:hover]:bg-hover"
          >
            <dt className="text-sm text-muted">
              {"href" in rest && has("affiliate", "orders", "list", "link_id") ? (
                <a href={rest.href} className="inline-flex min-h-6 items-center after:absolute after:inset-0">
                  {t(`figures.${name}`)}
                </a>
              ) : (
                <span className="inline-flex min-h-6 items-center">{t(`figures.${name}`)}</span>
              )}
            </dt>
            <dd>
              {value === null ? (
                <span className="flex min-h-7.5 items-end text-sm text-muted">{t("notProvided")}</span>
              ) : (
                <span className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">{value}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
