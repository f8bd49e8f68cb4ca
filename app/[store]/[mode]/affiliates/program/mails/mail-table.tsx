"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail as MailIcon, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { SendButton } from "@/components/attempt";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Look, type StatusLook } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { CopyButton } from "@/components/ui/copy-button";
import { DataTable } from "@/components/ui/data-table";
import { Dialog } from "@/components/ui/dialog";
import { FilterBar } from "@/components/ui/filter-bar";
import { MenuItem } from "@/components/ui/menu";
import { columnsFor } from "@/components/ui/table-types";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { mailKinds, mailStates } from "@/lib/contract/desk/mail-words";
import type { Mail } from "@/lib/contract/desk/mails";
import { ProgramHeader } from "../program-header";
import { mailFilters, toQuery } from "./filters";

const column = columnsFor<Mail>();

const tones: Record<(typeof mailStates)[number], Pick<StatusLook, "tone" | "hollow">> = {
  queued: { tone: "warning", hollow: true },
  sending: { tone: "info" },
  sent: { tone: "success" },
  failed: { tone: "danger" },
  uncertain: { tone: "warning" },
  unsent: { tone: "neutral", hollow: true },
  unsubscribed: { tone: "neutral" },
};

const again = ["failed", "uncertain", "unsent"];

export function MailTable() {
  const t = useTranslations("programPage.mails");
  const kinds = useTranslations("programPage.kinds");
  const { desk, can } = useDesk();
  const address = useListAddress(mailFilters, ["state", "kind"]);
  const query = toQuery(address.filters);
  const read = desk.mails.list.options({ query });
  const { table } = useResourceList({ address, query, read });
  const list = useQuery(read);
  const [open, setOpen] = useState<Mail | null>(null);
  const mayOpen = can("desk", "mails", "get");
  const columns = useMailColumns();
  return (
    <>
      <ProgramHeader />
      {mayOpen && list.data?.mail === false && <Banner live={false}>{t("noServer")}</Banner>}
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={(mail) => `${kinds(mail.kind)}, ${mail.to}`}
        {...(mayOpen && {
          rowActions: (mail: Mail) => (
            <MenuItem icon={<MailIcon aria-hidden />} onSelect={() => setOpen(mail)}>
              {t("open")}
            </MenuItem>
          ),
        })}
        toolbar={
          <FilterBar
            filters={[
              address.choice("state", t("columns.state"), mailStates, (state) => t(`states.${state}`)),
              address.choice("kind", t("columns.kind"), mailKinds, (kind) => kinds(kind)),
            ]}
          />
        }
        empty={{ icon: <MailIcon />, title: t("none"), children: t("noneBody") }}
      />
      {open && <MailDialog mail={open} mayMail={list.data?.mail === true} onClose={() => setOpen(null)} />}
    </>
  );
}

function MailDialog({ mail, mayMail, onClose }: { mail: Mail; mayMail: boolean; onClose: () => void }) {
  const t = useTranslations("programPage.mails");
  const kinds = useTranslations("programPage.kinds");
  const { desk, can, format } = useDesk();
  const full = useQuery(desk.mails.get.options({ params: { id: mail.id } }));
  const { state, error, attempts } = full.data ?? mail;
  const link = mayMail ? undefined : /https?:\/\/\S+/.exec(full.data?.text ?? "")?.[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={kinds(mail.kind)}
      description={t("to", { to: mail.to, time: format.dateTime(mail.created_at) })}
      shape="md"
      footer={
        mayMail &&
        again.includes(state) &&
        can("desk", "mails", "retry") && (
          <SendButton
            variant="primary"
            icon={<RotateCw aria-hidden />}
            mutation={desk.mails.retry.mutation()}
            input={{ params: { id: mail.id } }}
            onDone={() => {
              toast.success(t("queuedAgain"));
              onClose();
            }}
          >
            {t(state === "unsent" ? "send" : "again")}
          </SendButton>
        )
      }
    >
      <div className="grid gap-4">
        <Banner tone={state === "failed" ? "danger" : state === "uncertain" ? "warning" : "info"} live={false}>
          {t(`meanings.${state}`, { attempts })}
          {error && <code className="mt-1 block text-xs wrap-anywhere">{error}</code>}
        </Banner>
        {full.data ? (
          <div className="rounded-md border border-line p-4">
            <p className="font-semibold wrap-anywhere">{full.data.subject}</p>
            <p className="mt-3 whitespace-pre-line wrap-anywhere">{full.data.text}</p>
          </div>
        ) : (
          <Waiting of={full} lines={6} />
        )}
        {link && <CopyButton text={link} label={t("link")} size="md" wide className="justify-self-start" />}
      </div>
    </Dialog>
  );
}

function useMailColumns() {
  const t = useTranslations("programPage.mails");
  const kinds = useTranslations("programPage.kinds");
  return useMemo(
    () =>
      column.columns([
        column.field("kind", t("columns.kind"), (kind) => kinds(kind), { primary: true }),
        column.field("to", t("columns.to"), (to) => <span className="wrap-anywhere">{to}</span>),
        column.field("state", t("columns.state"), (state) => <Look {...tones[state]} label={t(`states.${state}`)} />),
        column.field("created_at", t("columns.created"), (at) => <Moment at={at} precise />, { align: "end" }),
      ]),
    [t, kinds],
  );
}
