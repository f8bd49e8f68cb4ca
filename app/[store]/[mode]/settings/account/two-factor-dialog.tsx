"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { LeaveGuard } from "@/components/forms/leave-guard";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { QrPicture, qrOf } from "@/components/print/qr";
import { saveFile } from "@/components/transfer/save-file";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { post } from "@/lib/api/send";
import { CurrentPassword } from "./profile-panel";

type Step = { name: "password" } | { name: "scan"; uri: string; codes: string[] } | { name: "codes"; codes: string[] };

const send = (act: string, body: object) => post(`/api/auth/two-factor/${act}`, body);

type Props = { change: "on" | "off" | "codes"; email: string; onClose: () => void };

/** Only this dialog keeps the authenticator secret and the recovery codes, and only while it is open. */
export default function TwoFactorDialog({ change, email, onClose }: Props) {
  const [step, setStep] = useState<Step>({ name: "password" });
  // The server has renewed the session, so the page must be loaded again.
  const leave = () => window.location.reload();
  if (step.name === "scan") {
    return <ScanStep {...step} onDone={() => setStep({ name: "codes", codes: step.codes })} onClose={onClose} />;
  }
  if (step.name === "codes") return <CodesStep codes={step.codes} email={email} onDone={leave} />;
  return <PasswordStep change={change} onStep={setStep} onOff={leave} onClose={onClose} />;
}

type PasswordProps = Pick<Props, "change" | "onClose"> & { onStep: (step: Step) => void; onOff: () => void };

function PasswordStep({ change, onStep, onOff, onClose }: PasswordProps) {
  const t = useTranslations("myAccount.twoFactor");
  const off = change === "off";
  return (
    <PlainDialog
      names={["password"]}
      onSend={async (body) => {
        if (change === "on") {
          const made = (await send("enable", body)) as { uri: string; recovery_codes: string[] };
          onStep({ name: "scan", uri: made.uri, codes: made.recovery_codes });
        } else if (change === "codes") {
          const made = (await send("generate-backup-codes", body)) as { recovery_codes: string[] };
          onStep({ name: "codes", codes: made.recovery_codes });
        } else {
          await send("disable", body);
          toast.success(t("turnedOff"));
          onOff();
          // The page is being left, so the form stays pending.
          await new Promise(() => {});
        }
      }}
      onClose={onClose}
      shape="sm"
      title={t(off ? "steps.off" : "steps.password")}
      description={t(`passwordHint.${change}`)}
      submit={t(off ? "turnOff" : "next")}
      variant={off ? "danger" : "primary"}
    >
      <CurrentPassword name="password" data-autofocus />
    </PlainDialog>
  );
}

function ScanStep({ uri, onDone, onClose }: { uri: string; onDone: () => void; onClose: () => void }) {
  const t = useTranslations("myAccount.twoFactor");
  const code = qrOf(uri);
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (
    <PlainDialog
      key="scan"
      names={["code"]}
      onSend={async (body) => {
        await send("verify-totp", { code: body.code.replaceAll(/\s/g, "") });
        onDone();
      }}
      onClose={onClose}
      dismissible={false}
      title={t("steps.scan")}
      description={t("scanHint")}
      submit={t("confirm")}
      above={
        <>
          {code && <QrPicture code={code} label={t("alt")} className="max-w-52" />}
          <div className="grid gap-1.5">
            <p className="text-sm text-muted">{t("bySecret")}</p>
            <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
              <code data-testid="totp-secret" className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere select-all">
                {secret}
              </code>
              <CopyButton text={secret} label={t("secret")} />
            </div>
          </div>
        </>
      }
    >
      <PlainField
        name="code"
        label={t("code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        data-autofocus
      />
    </PlainDialog>
  );
}

function CodesStep({ codes, email, onDone }: { codes: readonly string[]; email: string; onDone: () => void }) {
  const t = useTranslations("myAccount.twoFactor");
  const [kept, setKept] = useState(false);
  // An effect calls `onDone`, because `LeaveGuard` must be off before the page reloads.
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (kept) done();
  }, [kept]);
  const text = `${t("file", { email, origin: window.location.origin })}\n\n${codes.join("\n")}\n`;
  return (
    <>
      <LeaveGuard when={!kept} what="secret" />
      <Dialog
        key="codes"
        open
        dismissible={false}
        onOpenChange={() => setKept(true)}
        shape="sm"
        title={t("steps.codes")}
        description={t("codesHint")}
        footer={
          <Button variant="primary" onClick={() => setKept(true)}>
            {t("kept")}
          </Button>
        }
      >
        <div className="grid gap-3">
          <ul
            aria-label={t("codesLabel")}
            className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono"
          >
            {codes.map((code) => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "cartwright-recovery-codes.txt")}>
              {t("download")}
            </Button>
            <CopyButton text={codes.join("\n")} label={t("codesLabel")} size="md" wide />
          </div>
        </div>
      </Dialog>
    </>
  );
}
