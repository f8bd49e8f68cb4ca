"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainDialog, PlainField, PlainForm } from "@/components/forms/plain-form";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Checkbox } from "@/components/ui/checkbox";
import { Textarea } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { newsKinds } from "@/lib/contract/desk/mail-words";
import type {
  PartnerDetails,
  PartnerKey,
  PartnerPasskey,
  PartnerProfile,
  PartnerTax,
} from "@/lib/contract/partner/account";
import { taxFields } from "@/lib/contract/partner/words";
import { usePortal } from "../../portal";
import { Keys, Passkeys } from "./access";
import { PayoutDetails } from "./payout-details";

type Props = {
  profile: PartnerProfile;
  tax: PartnerTax;
  details: PartnerDetails;
  off: readonly string[];
  keys: PartnerKey[];
  passkeys: PartnerPasskey[];
  passkeysHere: boolean;
  address: string;
};

export function Account({ profile, tax, details, off, keys, passkeys, passkeysHere, address }: Props) {
  const t = useTranslations("partners.account");
  return (
    <>
      <PageHeader title={t("title")} />
      <PayoutDetails details={details} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Profile profile={profile} />
        <Tax tax={tax} />
        <Notices off={off} />
        <Passkeys passkeys={passkeys} here={passkeysHere} />
        <Keys keys={keys} address={address} />
        <Data />
      </div>
    </>
  );
}

/** Sends a form of this page, and shows what the server stored. */
function useSave(path: string) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { send } = usePortal();
  return async (body: object) => {
    await send("PUT", path, body);
    toast.success(t("saved"));
    router.refresh();
  };
}

const profileFields = ["first_name", "last_name", "company_name", "country", "website"] as const;
const button = { className: "justify-self-start" };

function Profile({ profile }: { profile: PartnerProfile }) {
  const t = useTranslations("partners.account");
  const { program } = usePortal();
  return (
    <Panel title={t("profile")}>
      <PlainForm names={profileFields} onSend={useSave("/profile")} submit={t("save")} button={button}>
        <div>
          <p className="text-sm font-medium">{t("email")}</p>
          <p className="wrap-anywhere">{profile.email}</p>
          <p className="text-sm text-muted">{t("emailHint", { program })}</p>
        </div>
        {profileFields.map((name) => (
          <PlainField
            key={name}
            name={name}
            label={t(name)}
            description={name === "country" ? t("countryHint") : undefined}
            defaultValue={profile[name]}
            optional={!name.endsWith("_name") || name === "company_name"}
          />
        ))}
      </PlainForm>
    </Panel>
  );
}

function Tax({ tax }: { tax: PartnerTax }) {
  const t = useTranslations("partners.account");
  const { program } = usePortal();
  return (
    <Panel title={t("tax")} description={t("taxHint", { program })}>
      <PlainForm names={taxFields} onSend={useSave("/tax")} submit={t("save")} button={button}>
        {taxFields.map((name) => (
          <PlainField
            key={name}
            name={name}
            label={t(`taxFields.${name}`)}
            description={name === "country" ? t("countryHint") : undefined}
            defaultValue={tax[name]}
            optional
          >
            {name === "address" ? <Textarea name={name} rows={3} defaultValue={tax.address} /> : undefined}
          </PlainField>
        ))}
      </PlainForm>
    </Panel>
  );
}

function Notices({ off }: { off: readonly string[] }) {
  const t = useTranslations("partners.account");
  const save = useSave("/notices");
  return (
    <Panel title={t("notices")} description={t("noticesHint")}>
      <PlainForm
        names={newsKinds}
        onSend={(values) => save({ off: newsKinds.filter((kind) => values[kind] !== "on") })}
        submit={t("save")}
        button={button}
      >
        {newsKinds.map((kind) => (
          <Checkbox key={kind} name={kind} label={t(`kindsOfMail.${kind}`)} defaultChecked={!off.includes(kind)} />
        ))}
      </PlainForm>
    </Panel>
  );
}

function Data() {
  const t = useTranslations("partners.account");
  const { base, email, program, send, slug } = usePortal();
  const [closing, setClosing] = useState(false);
  const close = async (values: { email: string }) => {
    await send("POST", "/data/erase", values);
    window.location.assign(`${base}/sign-in`);
    await new Promise(() => {});
  };
  return (
    <Panel title={t("data")} description={t("dataHint")}>
      <div className="grid justify-items-start gap-4">
        <a href={`/api/partners/${slug}/data`} className={buttonClass({})} download>
          {t("download")}
        </a>
        <p className="text-sm text-muted">{t("closeHint", { program })}</p>
        <Button variant="danger" onClick={() => setClosing(true)}>
          {t("close")}
        </Button>
      </div>
      {closing && (
        <PlainDialog
          names={["email"]}
          onSend={close}
          onClose={() => setClosing(false)}
          shape="sm"
          title={t("closeTitle")}
          description={t("closeBody")}
          submit={t("closeSubmit")}
          variant="danger"
        >
          <PlainField name="email" label={t("closeField", { email })} autoComplete="off" />
        </PlainDialog>
      )}
    </Panel>
  );
}
