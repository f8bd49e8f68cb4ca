"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/components/attempt";
import { CodeLine } from "@/components/code-block";
import { shopContact } from "@/components/shop-reads";
import { Button } from "@/components/ui/button";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { ShopContact } from "@/lib/contract/checkout/shop";
import type { KeyScope } from "@/lib/contract/desk/key-words";

type Keys = ShopContact["publishable_keys"];

const keyIn = (keys: Keys | undefined) => keys?.find(({ key }) => key !== null);

/** `known` is null if no key can be shown, for which a placeholder stands in the code. */
export function usePublishableKey(): { known: string | null; text: string } {
  const desk = useDesk();
  const { data } = useQuery({ ...shopContact(desk), enabled: desk.can("checkout", "shop", "contact") });
  const known = keyIn(data?.publishable_keys)?.key ?? null;
  return { known, text: known ?? `${keyPrefix(desk.mode)}YOUR_KEY` };
}

const keyPrefix = (mode: "live" | "sandbox") => `pub_${mode === "live" ? "live" : "test"}_`;

/** The key that stands in the code below. */
export function ShopKey({ keys, createKey }: { keys: Keys; createKey: CreateKey }) {
  const t = useTranslations("shop.key");
  const { base, can, format, mode } = useDesk();
  const shown = keyIn(keys);
  const [older] = keys;
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="text-sm text-pretty text-muted">{t("about")}</p>
      {shown?.key && <CodeLine text={shown.key} label={format.within(t("title"))} />}
      {!shown && older && <p>{t("older", { name: older.name, ends: `${keyPrefix(mode)}…${older.last_four}` })}</p>}
      {!shown && !older && <p>{t("none")}</p>}
      {shown && can("desk", "keys", "get") && (
        <IntentLink
          href={`${base}/settings/keys/${encodeURIComponent(shown.id)}`}
          className="w-fit text-sm underline underline-offset-3"
        >
          {t("use")}
        </IntentLink>
      )}
      {!shown &&
        (createKey.mayCreate ? (
          <Button
            variant="primary"
            className="justify-self-start"
            pending={createKey.isPending}
            onClick={createKey.create}
          >
            {t("create")}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t("ownerOnly")}</p>
        ))}
    </section>
  );
}

/** A literal, because the module that lists the scopes would bring the texts of all of them. */
const storefrontScope: KeyScope = "storefront";

export type CreateKey = ReturnType<typeof useCreateKey>;

export function useCreateKey() {
  const t = useTranslations("shop.key");
  const desk = useDesk();
  const attempt = useAttempt();
  const client = useQueryClient();
  const contact = shopContact(desk);
  const { mutateAsync, isPending } = useMutation(desk.desk.keys.create.mutation());
  const mayCreate = desk.can("desk", "keys", "create");
  async function create() {
    const body = { name: t("name"), scopes: [storefrontScope], publishable: true };
    if (await attempt(() => mutateAsync({ body }))) await client.invalidateQueries({ queryKey: contact.queryKey });
  }
  return {
    mayCreate,
    isPending,
    create,
    /** A person who connects a shop needs a key, so the first one is made without being asked for. */
    createFirst() {
      const keys = client.getQueryData(contact.queryKey)?.publishable_keys;
      if (mayCreate && !isPending && keys?.length === 0) void create();
    },
  };
}
