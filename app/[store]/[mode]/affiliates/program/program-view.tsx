"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { RecordForm } from "@/components/forms/record-form";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { PartnerPage } from "@/lib/contract/desk/partner-program";
import type { ProgramPage } from "@/lib/contract/desk/program-draft";
import { said } from "@/lib/i18n/translate-errors";
import { LogoPanel } from "./logo-panel";
import { ProgramFields } from "./program-fields";
import { ProgramHeader } from "./program-header";

const names = [
  "open",
  "portal_open",
  "slug",
  "name",
  "locale",
  "reply_to",
  "intro",
  "benefits",
  "accent",
  "allowed_hosts",
  "questions",
  "terms",
  "approval",
  "approval_countries",
] as (keyof ProgramPage)[];

const toDraft = (page: PartnerPage) => Object.fromEntries(names.map((name) => [name, page[name]])) as ProgramPage;

export function ProgramView() {
  const t = useTranslations("programPage");
  const { desk } = useDesk();
  const page = useQuery(desk.partner_program.get.options());
  if (page.data) return <Loaded page={page.data} />;
  return (
    <>
      <ProgramHeader />
      <Panel title={t("tabs.page")}>
        <Waiting of={page} lines={8} />
      </Panel>
    </>
  );
}

function Loaded({ page }: { page: PartnerPage }) {
  const t = useTranslations("programPage");
  const { desk, can } = useDesk();
  const readOnly = !can("desk", "partner_program", "update");
  const { mutateAsync: update } = useMutation(desk.partner_program.update.mutation());
  const labelOf = (name: keyof ProgramPage) => t(`labels.${name}`);
  const { save, dialog } = useSaveRecord<ProgramPage, PartnerPage>({
    read: desk.partner_program.get.options(),
    toDraft,
    words: { label: labelOf, value: (_, value) => (typeof value === "string" ? value : JSON.stringify(value)) },
    send: ({ benefits, ...changed }) =>
      update({ body: { ...changed, ...(benefits && { benefits: benefits.filter((line) => line.trim() !== "") }) } }),
  });
  const draft = useMemo(() => toDraft(page), [page]);
  return (
    <>
      <ProgramHeader
        meta={<Badge tone={page.open ? "success" : "neutral"}>{t(page.open ? "isOpen" : "isClosed")}</Badge>}
        actions={
          page.open && (
            <>
              <CopyButton text={page.address} label={t("copy")} />
              <a href={page.address} target="_blank" rel="noreferrer" className={buttonClass()}>
                <ExternalLink aria-hidden /> {t("visit")}
              </a>
            </>
          )
        }
      />
      {!page.mail && (
        <Banner tone="warning" title={t("noMail")} live={false}>
          {t("noMailBody")}
        </Banner>
      )}
      {page.stuck > 0 && (
        <Banner tone="danger" title={t("stuck", { count: page.stuck })} live={false}>
          {said(page.stuck_reason ?? "", page.stuck_reason_key)} {t("stuckBody")}
        </Banner>
      )}
      <ChangedElsewhere api="desk" resource="partner_program" text={t("changedElsewhere")} />
      <RecordForm<ProgramPage>
        initial={draft}
        current={draft}
        kind="program_page"
        draft={{ record: "page", base: null }}
        readOnly={readOnly}
        loadCheck={() => import("./check-program")}
        fields={() => names}
        labelOf={(name) => labelOf(name as keyof ProgramPage)}
        onSave={save}
        below={<LogoPanel page={page} readOnly={readOnly} />}
      >
        {(form, values) => <ProgramFields form={form} values={values} page={page} />}
      </RecordForm>
      {dialog}
    </>
  );
}
