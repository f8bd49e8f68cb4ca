"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { shopContact } from "@/components/shop-reads";
import { Banner } from "@/components/ui/banner";
import { Checkbox } from "@/components/ui/checkbox";
import { IntentLink } from "@/components/ui/intent-link";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

/** Says why orders do not count as revenue yet, and what to do. */
export function UncountedOrders({ title }: { title: string }) {
  const t = useTranslations("uncounted");
  const { base } = useDesk();
  return (
    <Banner tone="warning" title={title} live={false}>
      <p>
        {t("why")}{" "}
        <IntentLink href={`${base}/settings/shop`} className="font-medium underline underline-offset-3">
          {t("connect")}
        </IntentLink>
      </p>
      <CountUnconfirmed className="mt-2" />
    </Banner>
  );
}

export function CountUnconfirmed({ className }: { className?: string }) {
  const t = useTranslations("uncounted");
  const desk = useDesk();
  const attempt = useAttempt();
  const client = useQueryClient();
  const contact = shopContact(desk);
  const { data } = useQuery({ ...contact, enabled: desk.can("checkout", "shop", "contact") });
  const { mutateAsync } = useMutation(desk.checkout.settings.update.mutation());
  /** What the person wants, until it is read back. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (!data) return null;
  const mayChange = desk.can("checkout", "settings", "update");
  const count = async (count_unconfirmed: boolean) => {
    setWanted(count_unconfirmed);
    if (await attempt(() => mutateAsync({ body: { orders: { count_unconfirmed } } }))) {
      toast.success(t(count_unconfirmed ? "on" : "off"));
      await client.invalidateQueries({ queryKey: contact.queryKey });
    }
    setWanted(null);
  };
  return (
    <Checkbox
      className={className}
      checked={wanted ?? data.count_unconfirmed}
      disabled={!mayChange}
      onChange={({ target }) => count(target.checked)}
      label={t("switch")}
      description={t(mayChange ? "switchAbout" : "whoMay")}
    />
  );
}
