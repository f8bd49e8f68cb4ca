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
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import type { Passkey } from "@/lib/contract/desk/account";
import { newsKinds } from "@/lib/contract/desk/mail-words";
import type { PartnerDetails, PartnerKey, PartnerProfile, PartnerTax } from "@/lib/contract/partner/account";
import { taxFields } from "@/lib/contract/partner/words";
import { usePortal } from "../../portal";
import { Keys, Passkeys } from "./access";
import { PayoutDetails } from "./payout-details";

type Props = {
  countries: Options;
  profile: PartnerProfile;
  tax: PartnerTax;
  details: PartnerDetails;
  changing: boolean;
  sends: boolean;
  off: readonly string[];
  keys: PartnerKey[];
  passkeys: Passkey[];
  passkeysHere: boolean;
  address: string;
};

export function Account({
  countries,
  profile,
  tax,
  details,
  changing,
  sends,
  off,
  keys,
  passkeys,
  passkeysHere,
  address,
}: Props) {
  const t = useTranslations("partners.account");
  return (
    <>
      <PageHeader title={t("title")} />
      <PayoutDetails details={details} profile={profile} changing={changing} sends={sends ? "yes" : "no"} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Profile profile={profile} countries={countries} />
        <Tax tax={tax} countries={countries} />
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

function Profile({ profile, countries }: { profile: PartnerProfile; countries: Options }) {
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
            defaultValue={profile[name]}
            optional={!name.endsWith("_name") || name === "company_name"}
          >
            {name === "country" ? <Country value={profile.country} countries={countries} /> : undefined}
          </PlainField>
        ))}
      </PlainForm>
    </Panel>
  );
}

function Tax({ tax, countries }: { tax: PartnerTax; countries: Options }) {
  const t = useTranslations("partners.account");
  const { program } = usePortal();
  return (
    <Panel title={t("tax")} description={t("taxHint", { program })}>
      <PlainForm names={taxFields} onSend={useSave("/tax")} submit={t("save")} button={button}>
        {taxFields.map((name) => (
          <PlainField key={name} name={name} label={t(`taxFields.${name}`)} defaultValue={tax[name]} optional>
            {name === "country" ? (
              <Country value={tax.country} countries={countries} />
            ) : name === "address" ? (
              <Textarea name={name} rows={3} defaultValue={tax.address} />
            ) : undefined}
          </PlainField>
        ))}
      </PlainForm>
    </Panel>
  );
}

type Options = readonly { value: string; label: string }[];

function Country({ value, countries }: { value: string; countries: Options }) {
  const t = useTranslations("partners.account");
  // An affiliate service may have another word.
  const isKnown = value === "" || countries.some((country) => country.value === value);
  return (
    <Select
      name="country"
      autoComplete="country"
      placeholder={t("choose")}
      defaultValue={value}
      options={isKnown ? countries : [{ value, label: value }, ...countries]}
    />
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
        <a href={`/api/partners/${slug}/data`} className={buttonClass()} download>
          {t("download")}
        </a>
        <p className="text-sm text-muted">{t("closeHint", { program })}</p>
        <Button onClick={() => setClosing(true)}>{t("close")}</Button>
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
