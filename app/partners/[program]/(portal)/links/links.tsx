"use client";

import { QrCode as QrIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import type { Page } from "@/lib/contract/common";
import type { PartnerLink } from "@/lib/contract/partner/links";
import { usePortal } from "../../portal";
import { Pages } from "../pages";

const QrCode = lazyPart(() => import("@/components/print/qr-code"), <Skeleton className="h-64 w-full" />);

export function Links({ data, pagination, hosts }: Page<PartnerLink> & { hosts: readonly string[] }) {
  const t = useTranslations("partners.links");
  const { base } = usePortal();
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <NewLink hosts={hosts} />
      <Panel title={t("list")} flush>
        {data.length === 0 ? (
          <EmptyState title={t("none")} level={3}>
            {hosts.length > 0 && t("noneBody")}
          </EmptyState>
        ) : (
          <ul aria-label={t("list")}>
            {data.map((link) => (
              <LinkRow key={link.id} of={link} />
            ))}
          </ul>
        )}
        <Pages of={pagination} href={(page) => `${base}/links?page=${page}`} />
      </Panel>
    </>
  );
}

const names = ["destination_url", "name", "code", "utm_source", "utm_medium", "utm_campaign"] as const;

function NewLink({ hosts }: { hosts: readonly string[] }) {
  const t = useTranslations("partners.links");
  const router = useRouter();
  const { format, program, send } = usePortal();
  const [made, setMade] = useState<PartnerLink | null>(null);
  const make = async (values: Record<(typeof names)[number], string>, form: HTMLFormElement) => {
    setMade(null);
    const filled = Object.entries(values).filter(([, value]) => value.trim() !== "");
    setMade((await send("POST", "/links", Object.fromEntries(filled))) as PartnerLink);
    form.reset();
    router.refresh();
  };
  if (hosts.length === 0) return <Banner live={false}>{t("noHosts", { program })}</Banner>;
  return (
    <Panel title={t("new")}>
      <PlainForm
        names={names}
        onSend={make}
        submit={t("submit")}
        button={{ variant: "primary", className: "justify-self-start" }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <PlainField
            name="destination_url"
            type="url"
            inputMode="url"
            label={t("destination")}
            description={t("destinationHint", { hosts: format.choice(hosts) })}
            placeholder={`https://${hosts[0]}/`}
            required
          />
          <PlainField name="name" label={t("name")} description={t("nameHint")} maxLength={120} optional />
        </div>
        <Disclosure summary={t("more")} summaryClass="min-h-6 cursor-pointer text-sm font-medium">
          <div className="grid gap-4 pt-3 sm:grid-cols-2">
            <PlainField name="code" label={t("code")} description={t("codeHint")} maxLength={64} optional />
            <PlainField name="utm_source" label={t("utmSource")} maxLength={120} optional />
            <PlainField name="utm_medium" label={t("utmMedium")} maxLength={120} optional />
            <PlainField name="utm_campaign" label={t("utmCampaign")} maxLength={120} optional />
          </div>
        </Disclosure>
      </PlainForm>
      {made?.url && (
        <Banner
          tone="success"
          title={t("made")}
          className="mt-4"
          action={<CopyButton text={made.url} label={t("copy")} wide />}
        >
          <code className="wrap-anywhere">{made.url}</code>
        </Banner>
      )}
    </Panel>
  );
}

function LinkRow({ of: link }: { of: PartnerLink }) {
  const t = useTranslations("partners.links");
  const { format, money } = usePortal();
  const [open, setOpen] = useState(false);
  const { url, name, clicks, orders } = link;
  const title = name ?? url ?? link.id;
  const own = link.revenue === null ? [] : [{ revenue: link.revenue, currency: link.currency }];
  const totals = link.totals?.filter((each) => each.revenue !== 0) ?? [];
  const revenue = format.row((totals.length > 0 ? totals : own).map((each) => money(each.revenue, each.currency)));
  const figures = [
    ...(clicks === null ? [] : [`${t("clicks")}: ${format.number(clicks)}`]),
    ...(orders === null ? [] : [`${t("orders")}: ${format.number(orders)}`]),
    ...(revenue ? [`${t("revenue")}: ${revenue}`] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {title}
          {!link.active && <Badge>{t("off")}</Badge>}
        </p>
        {name && url && <p className="text-sm wrap-anywhere">{url}</p>}
        {link.destination_url && (
          <p className="text-sm text-muted wrap-anywhere">{t("leadsTo", { address: link.destination_url })}</p>
        )}
        <p className="text-sm text-muted">{figures.join(" · ")}</p>
      </div>
      {url && link.active && (
        <div className="flex gap-2">
          <CopyButton text={url} label={title} size="md" wide />
          <Button icon={<QrIcon aria-hidden />} aria-label={t("qrOf", { name: title })} onClick={() => setOpen(true)}>
            {t("qr")}
          </Button>
        </div>
      )}
      {open && url && (
        <Dialog open onOpenChange={setOpen} shape="sm" title={t("qrOf", { name: title })}>
          <QrCode url={url} name={name ?? link.id} />
        </Dialog>
      )}
    </li>
  );
}
