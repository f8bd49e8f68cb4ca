"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/failure";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { saveFile } from "@/components/transfer/save-file";
import { Status, type StatusLook } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { PayoutFile } from "@/lib/contract/desk/payout-files";

const hashName = "SHA-256";

const tones: Record<PayoutFile["state"], StatusLook["tone"]> = {
  waiting: "warning",
  ready: "info",
  released: "success",
  withdrawn: "neutral",
};

type Asked = "approve" | "release" | "withdraw" | "reopen";

export function FileRow({ file }: { file: PayoutFile }) {
  const t = useTranslations("payouts.files");
  const { format, money, store } = useDesk();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { state, mine, releases } = file;
  const total = money(file.total, file.currency);
  const button = (deed: Asked, icon?: React.ReactNode) => (
    <Button
      size="sm"
      variant={icon ? "primary" : "secondary"}
      icon={icon}
      aria-label={t("deedNamed", { deed: t(`deeds.${deed}`), file: t(`formats.${file.format}`), total })}
      onClick={() => setAsked(deed)}
    >
      {t(`deeds.${deed}`)}
    </Button>
  );
  return (
    <li className="grid gap-2 rounded-md border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-56">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            {t(`formats.${file.format}`)}
            <Status tone={tones[state]}>{t(`states.${state}`)}</Status>
          </span>
          <span className="text-sm text-muted tabular-nums">{t("sum", { total, count: file.payouts })}</span>
        </span>
        <span className="flex flex-wrap gap-2">
          {(state === "ready" || state === "waiting") && releases === 0 && button("withdraw")}
          {state === "waiting" && !mine && button("approve", <Check aria-hidden />)}
          {state === "ready" && button("release", <Download aria-hidden />)}
          {state === "released" && button("reopen")}
        </span>
      </div>
      {state === "waiting" && file.needs && (
        <p className="text-sm">
          {format.join([
            t(`needs.${file.needs}`, { currency: store.currency }),
            mine ? t("waitsForOther") : t("waitsForYou"),
          ])}
        </p>
      )}
      <Story file={file} />
      {asked === "reopen" && <ReopenDialog file={file} total={total} onClose={() => setAsked(null)} />}
      {asked && asked !== "reopen" && (
        <FileDialog file={file} total={total} deed={asked} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}

/** Who did what with the file, and the hash by which a bank or a colleague recognises it. */
function Story({ file }: { file: PayoutFile }) {
  const t = useTranslations("payouts.files");
  const { format } = useDesk();
  const at = (time: string | null) => (time ? format.dateTime(time) : "");
  const lines = [
    t("requested", { name: file.requested_by, time: at(file.requested_at) }),
    ...(file.approved_by ? [t("approved", { name: file.approved_by, time: at(file.approved_at) })] : []),
    ...(file.released_by
      ? [t("released", { name: file.released_by, time: at(file.released_at), count: file.releases })]
      : []),
    ...(file.execute_on ? [t("paysOn", { day: format.day(file.execute_on) })] : []),
  ];
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>{format.join(lines)}</p>
      <p className="flex min-w-0 items-center gap-1">
        <span className="shrink-0">{hashName}</span>
        <code className="truncate text-xs">{file.sha256}</code>
        <CopyButton text={file.sha256} label={t("copyHash")} />
      </p>
    </div>
  );
}

type DialogProps = { file: PayoutFile; total: string; onClose: () => void };

function FileDialog({ file, total, deed, onClose }: DialogProps & { deed: Exclude<Asked, "reopen"> }) {
  const t = useTranslations("payouts.files");
  const { desk } = useDesk();
  const { id, sha256, currency } = file;
  const done = () => {
    toast.success(t(`done.${deed}`));
    onClose();
  };
  const approve = useMutation({ ...desk.payout_files.approve.mutation(), onSuccess: done });
  const withdraw = useMutation({ ...desk.payout_files.withdraw.mutation(), onSuccess: done });
  const release = useMutation({
    ...desk.payout_files.release.mutation(),
    // The file must not stay in the memory of the page.
    gcTime: 0,
    onSuccess({ name, file_text: text }) {
      saveFile(new Blob([text], { type: name.endsWith(".xml") ? "application/xml" : "text/csv" }), name);
      done();
    },
  });
  const mutation = { approve, withdraw, release }[deed];
  const confirm = () => {
    const params = { id };
    if (deed === "withdraw") withdraw.mutate({ params });
    else if (deed === "approve") approve.mutate({ params, body: { sha256 } });
    else release.mutate({ params, body: { sha256 } });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone={deed === "withdraw" ? "danger" : "primary"}
      title={t(`asks.${deed}`, { total, count: file.payouts, currency })}
      description={t(`means.${deed}`)}
      confirmLabel={t(`deeds.${deed}`)}
      pending={mutation.isPending}
      onConfirm={confirm}
    >
      <Failure of={mutation} />
    </ConfirmDialog>
  );
}

function ReopenDialog({ file, total, onClose }: DialogProps) {
  const t = useTranslations("payouts.files");
  const { desk } = useDesk();
  const reopen = useMutation(desk.payout_files.reopen.mutation());
  return (
    <PlainDialog
      names={["reason"]}
      title={t("asks.reopen", { total })}
      description={t("means.reopen")}
      submit={t("deeds.reopen")}
      variant="danger"
      onClose={onClose}
      onSend={async ({ reason }) => {
        await reopen.mutateAsync({ params: { id: file.id }, body: { reason } });
        toast.success(t("done.reopen"));
        onClose();
      }}
    >
      <PlainField name="reason" label={t("reason")} description={t("reasonHint")} required>
        <Textarea name="reason" maxLength={500} />
      </PlainField>
    </PlainDialog>
  );
}
