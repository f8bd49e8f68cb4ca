"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { RecordCreate } from "@/components/records/record-create";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { EndpointForm } from "../endpoint-form";
import { emptyForm, type EndpointForm as Form, toBody } from "../to-form";

type Made = { id: string; secret: string };

export function EndpointCreate() {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const { base, checkout } = useDesk();
  const [made, setMade] = useState<Made | null>(null);
  // The response contains the secret, so no cache keeps it.
  const create = useMutation({ ...checkout.webhooks.create.mutation(), gcTime: 0 });

  // The endpoint replaces the form in the history. An API may create an endpoint without returning its id.
  const goOn = (id: string) => router.replace(`${base}/webhooks${id && `/${encodeURIComponent(id)}`}`);
  async function save(form: Form): Promise<Form> {
    const { id, signing_secret: secret } = await create.mutateAsync({ body: toBody(form) });
    create.reset();
    if (secret) setMade({ id, secret });
    else {
      toast.warning(t("secret.none"));
      goOn(id);
    }
    return form;
  }

  return (
    <>
      <RecordCreate api="checkout" resource="webhooks">
        <EndpointForm initial={emptyForm} onSave={save} />
      </RecordCreate>
      {made && (
        <SecretDialog
          texts="webhooks.secret"
          secret={made.secret}
          onDone={() => {
            setMade(null);
            goOn(made.id);
          }}
        />
      )}
    </>
  );
}
