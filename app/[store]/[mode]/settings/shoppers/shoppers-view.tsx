"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Forbidden } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { shopperIdKinds } from "@/lib/contract/desk/shopper-words";
import { SettingsHeader } from "../settings-header";
import { FoundShopper, type Rows, type ShopperId } from "./found-shopper";

/** `complete`: Cartwright's own services serve both APIs, so all data of a shopper is here. */
export function ShoppersView({ complete }: { complete: boolean }) {
  const t = useTranslations("shoppers");
  const { can } = useDesk();
  return (
    <>
      <SettingsHeader description={t("description")} />
      {!complete && <Banner tone="info">{t("elsewhere")}</Banner>}
      {can("desk", "shoppers", "find") ? <Shoppers /> : <Forbidden>{t("ownerOnly")}</Forbidden>}
    </>
  );
}

function Shoppers() {
  const t = useTranslations("shoppers");
  const { desk } = useDesk();
  const find = useMutation(desk.shoppers.find.mutation());
  const [kind, setKind] = useState<ShopperId["kind"]>("email");
  const [found, setFound] = useState<{ id: ShopperId; rows: Rows } | null>(null);
  return (
    <>
      <Panel title={t("find.title")} description={t("find.about")}>
        <PlainForm
          names={[kind]}
          submit={t("find.action")}
          button={{ variant: "primary", className: "justify-self-start" }}
          className="grid max-w-md gap-4"
          onSend={async (values) => {
            const id = { kind, value: values[kind].trim() };
            setFound(null);
            const { rows } = await find.mutateAsync({ body: { [kind]: id.value } });
            setFound({ id, rows });
          }}
        >
          <Field label={t("find.by")} group>
            <Segmented
              options={shopperIdKinds.map((value) => ({ value, label: t(`ids.${value}`) }))}
              value={kind}
              onValueChange={setKind}
            />
          </Field>
          <PlainField
            key={kind}
            name={kind}
            label={t(`ids.${kind}`)}
            description={t(`hints.${kind}`)}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
          />
        </PlainForm>
      </Panel>
      <div aria-live="polite">{found && <FoundShopper key={JSON.stringify(found.id)} {...found} />}</div>
    </>
  );
}
