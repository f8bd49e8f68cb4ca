"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Segmented } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useAttempt } from "@/components/use-attempt";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";
import { type MoneyUnit, showAmount } from "@/lib/money";

/** An API does not tell the unit of its amounts, so a person must. */
export function MoneyUnitChoice({ connection }: { connection: ConnectionSummary }) {
  const t = useTranslations("settings");
  const { desk, can, format, store } = useDesk();
  const router = useRouter();
  const attempt = useAttempt();
  const save = useMutation(desk.connections.unit.mutation());
  const label = (unit: MoneyUnit) =>
    t(`moneyUnits.${unit}`, { example: showAmount(format, 1230, store.currency, unit) });
  async function choose(money_unit: MoneyUnit) {
    const input = { params: { api: connection.api }, body: { money_unit } };
    if (!(await attempt(() => save.mutateAsync(input)))) return;
    toast.success(t("moneyUnitStored"));
    // The server passes the unit to all screens, so the page is rendered again.
    router.refresh();
  }
  const options = (["minor", "major"] as const).map((value) => ({
    value,
    label: label(value),
    disabled: save.isPending,
  }));
  return (
    <div className="mt-3 grid gap-1">
      <span className="text-sm text-muted">{t("moneyUnit")}</span>
      {can("desk", "connections", "unit") ? (
        <Segmented
          label={t("moneyUnit")}
          className="max-sm:grid max-sm:w-full"
          options={options}
          value={connection.money_unit}
          onValueChange={choose}
        />
      ) : (
        <span>{label(connection.money_unit)}</span>
      )}
      <p className="max-w-prose text-sm text-muted">{t("moneyUnitHint")}</p>
    </div>
  );
}
