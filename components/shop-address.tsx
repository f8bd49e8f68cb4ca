"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { FormDialog } from "@/components/forms/form-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { enter } from "@/components/ui/lazy-part";
import { isShopAddress, shopAddressError } from "@/lib/contract/checkout/setting-names";

type Props = {
  address: string;
  submit: string;
  pending?: boolean;
  onClose: () => void;
  onSave: (address: string) => void;
};

export default function ShopAddress({ address, submit, pending = false, onClose, onSave }: Props) {
  const t = useTranslations("shopAddress");
  const [entered, setEntered] = useState(address || "https://");
  const [isWrong, setIsWrong] = useState(false);
  // A portal keeps this form outside the surrounding form, because forms cannot be nested.
  return createPortal(
    <FormDialog
      title={t("title")}
      description={t("about")}
      shape="sm"
      submit={submit}
      pending={pending}
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isShopAddress(entered.trim())) onSave(entered.trim());
          else setIsWrong(true);
        },
      }}
    >
      <Field name="address" label={t("label")} error={isWrong && shopAddressError}>
        <Input
          ref={enter}
          type="url"
          inputMode="url"
          value={entered}
          onChange={(event) => {
            setEntered(event.target.value);
            setIsWrong(false);
          }}
        />
      </Field>
    </FormDialog>,
    document.body,
  );
}
