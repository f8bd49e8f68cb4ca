"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { FormDialog } from "@/components/forms/form-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { enter } from "@/components/ui/lazy-part";
import { RadioCards } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { messageAt } from "@/lib/api/form-errors";
import type { ShopifyState } from "@/lib/contract/checkout/shopify";
import { type WithoutCode, withoutCode } from "@/lib/contract/checkout/shopify-words";

type Props = { app: ShopifyState["app"]; onClose: () => void };

export default function ConnectShopify({ disconnects, ...rest }: Props & { disconnects: boolean }) {
  return disconnects ? <Disconnect onClose={rest.onClose} /> : <Connect {...rest} />;
}

function Disconnect({ onClose }: Pick<Props, "onClose">) {
  const t = useTranslations("shopify");
  const attempt = useAttempt();
  const { checkout } = useDesk();
  const remove = useMutation(checkout.shopify.disconnect.mutation());
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("form.deleteTitle")}
      description={t("form.deleteAbout")}
      confirmLabel={t("disconnect")}
      pending={remove.isPending}
      onConfirm={async () => {
        if (!(await attempt(() => remove.mutateAsync({})))) return;
        toast.success(t("form.deleted"));
        onClose();
      }}
    />
  );
}

const inputs = ["shop", "client_id", "client_secret"] as const;

function Connect({ app, onClose }: Props) {
  const t = useTranslations("shopify.form");
  const { checkout } = useDesk();
  const [values, setValues] = useState({ shop: app?.shop ?? "", client_id: app?.client_id ?? "", client_secret: "" });
  const [without, setWithout] = useState<WithoutCode>((app?.without_code as WithoutCode | undefined) ?? "list_price");
  const connect = useMutation(checkout.shopify.connect.mutation());
  const hints = { shop: t("shopHint"), client_id: undefined, client_secret: app ? t("kept") : undefined };
  return (
    <FormDialog
      shape="sm"
      title={t("title")}
      description={t("about")}
      submit={t("save")}
      pending={connect.isPending}
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          const { client_secret, ...named } = values;
          const secret = client_secret.trim() && { client_secret };
          connect.mutate(
            { body: { ...named, ...secret, without_code: without } },
            {
              onSuccess: () => {
                toast.success(t("saved"));
                onClose();
              },
            },
          );
        },
      }}
    >
      {inputs.map((name) => (
        <Field key={name} name={name} label={t(name)} description={hints[name]} error={messageAt(connect.error, name)}>
          <Input
            ref={name === "shop" ? enter : undefined}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            type={name === "client_secret" ? "password" : "text"}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      ))}
      <Field name="without_code" label={t("without_code")} group>
        <RadioCards<WithoutCode>
          options={withoutCode.map((value) => ({ value, label: t(value) }))}
          value={without}
          onValueChange={setWithout}
        />
      </Field>
    </FormDialog>
  );
}
