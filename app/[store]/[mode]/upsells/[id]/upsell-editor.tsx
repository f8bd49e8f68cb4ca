"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Copy, Ellipsis, Pause, Play, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/changed-elsewhere";
import { QueryError } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { DescriptionList } from "@/components/ui/description-list";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { knownUpsellFields, type Upsell } from "@/lib/contract/checkout/upsells";
import { otherFields } from "@/lib/contract/read";
import { toDraft } from "../to-draft";
import { UpsellForm } from "../upsell-form";
import { useUpsellChanges } from "../use-upsell-changes";
import { useUpsellWords } from "../words";

export function UpsellEditor({ id }: { id: string }) {
  const t = useTranslations("upsells");
  const { base, checkout } = useDesk();
  const record = useQuery(checkout.upsells.get.options({ params: { id } }));
  if (record.data) return <LoadedEditor offer={record.data} />;
  return (
    <>
      <PageHeader title={t("one")} crumbs={[{ href: `${base}/upsells`, label: t("title") }]} />
      <Panel>
        {record.error ? (
          <QueryError error={record.error} onRetry={() => record.refetch()} retrying={record.isFetching} />
        ) : (
          <TextSkeleton lines={8} />
        )}
      </Panel>
    </>
  );
}

function LoadedEditor({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells");
  const { base, checkout, can } = useDesk();
  const mayWrite = can("checkout", "upsells", "update");
  const update = useMutation(checkout.upsells.update.mutation());
  const words = useUpsellWords();
  const draft = useMemo(() => toDraft(offer), [offer]);
  const status = offer.status === undefined ? null : words.status(offer.status);
  return (
    <>
      <PageHeader
        title={offer.name ?? t("untitled")}
        crumbs={[{ href: `${base}/upsells`, label: t("title") }]}
        meta={
          status && (
            <Status tone={status.tone} hollow={status.hollow}>
              {status.label}
            </Status>
          )
        }
        actions={mayWrite && <EditorMenu offer={offer} />}
      />
      <ChangedElsewhere api="checkout" resource="upsells" record={offer.id} text={t("form.changedElsewhere")} />
      <UpsellForm
        key={offer.id}
        initial={draft}
        current={draft}
        draft={{ record: offer.id, base: offer.updated_at ?? null }}
        saveLabel={t("form.saveAction")}
        readOnly={!mayWrite}
        onSave={async (edited, changed) => {
          if (Object.keys(changed).length === 0) {
            toast.info(t("form.nothingChanged"));
            return edited;
          }
          await update.mutateAsync({ params: { id: offer.id }, body: changed });
          toast.success(t("form.saved"));
          return edited;
        }}
      >
        <Facts offer={offer} />
      </UpsellForm>
    </>
  );
}

function EditorMenu({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.actions");
  const router = useRouter();
  const { base } = useDesk();
  const changes = useUpsellChanges();
  const active = offer.status === "active";
  return (
    <Menu
      label={t("more")}
      align="end"
      trigger={(props) => <IconButton {...props} label={t("more")} icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem
        icon={active ? <Pause aria-hidden /> : <Play aria-hidden />}
        onSelect={() => changes.setStatus([offer], active ? "inactive" : "active")}
      >
        {t(active ? "disable" : "enable")}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate(offer)}>
        {t("duplicate")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onSelect={() => {
          changes.remove([offer]);
          router.push(`${base}/upsells`);
        }}
      >
        {t("delete")}
      </MenuItem>
    </Menu>
  );
}

function Facts({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.form");
  const { format } = useDesk();
  const others = otherFields(offer, knownUpsellFields);
  return (
    <>
      <Panel title={t("facts")}>
        <DescriptionList
          items={[
            { term: t("id"), detail: <code>{offer.id}</code> },
            ...(offer.created_at ? [{ term: t("createdAt"), detail: format.dateTime(offer.created_at) }] : []),
            ...(offer.updated_at ? [{ term: t("updatedAt"), detail: format.dateTime(offer.updated_at) }] : []),
          ]}
        />
      </Panel>
      {others.length > 0 && (
        <Panel title={t("otherFields")} description={t("otherFieldsHint")}>
          <DescriptionList
            items={others.map(([name, value]) => ({
              term: name,
              detail: <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>,
            }))}
          />
        </Panel>
      )}
    </>
  );
}
