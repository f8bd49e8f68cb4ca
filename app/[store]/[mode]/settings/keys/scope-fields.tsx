"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import type { KeyScope } from "@/lib/contract/desk/key-words";
import { merchantScopes } from "@/lib/contract/desk/key-words";
import { scopesOf } from "@/lib/contract/scopes";
import { type Resource, useResourceName } from "./access-matrix";

type Props = { value: readonly KeyScope[]; onChange: (scopes: KeyScope[]) => void; error: string | undefined };

const apis = ["checkout", "affiliate"] as const;
const actions = ["read", "write"] as const;

export function ScopeFields({ value, onChange, error }: Props) {
  const t = useTranslations("keys");
  const toggle = (scope: KeyScope, on: boolean) =>
    // Scopes keep the order of the list, whatever the order of the clicks.
    onChange(merchantScopes.filter((each) => (each === scope ? on : value.includes(each))));
  return (
    <Field
      name="scopes"
      group
      label={
        <>
          {t("create.scopes")} <Badge className="ms-1">{t("create.scopesCount", { count: value.length })}</Badge>
          <Help of="scopes" label={t("create.scopes")} />
        </>
      }
      error={error}
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {apis.map((api) => (
          <div key={api}>
            <h3 className="pb-1 text-sm text-muted">{t(`apis.${api}`)}</h3>
            <ul className="border-y border-line [&>li+li]:border-t">
              {resourcesOf(api).map(([resource, scopes]) => (
                <ResourceRow key={resource} resource={resource} scopes={scopes} value={value} onToggle={toggle} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Field>
  );
}

type RowProps = {
  resource: Resource;
  scopes: Partial<Record<"read" | "write", KeyScope>>;
  value: readonly KeyScope[];
  onToggle: (scope: KeyScope, on: boolean) => void;
};

function ResourceRow({ resource, scopes, value, onToggle }: RowProps) {
  const t = useTranslations("keys.create");
  const what = useResourceName()(resource);
  return (
    <li className="flex min-h-8 items-center gap-3 py-1">
      <span className="min-w-0 flex-1">{what}</span>
      {actions.map((action) => {
        const scope = scopes[action];
        return (
          <span key={action} className="w-21 shrink-0">
            {scope && (
              <Checkbox
                className="items-center"
                label={t(wordOf(resource, action))}
                aria-label={t("of", { action: t(wordOf(resource, action)), what })}
                title={scope}
                checked={value.includes(scope)}
                onChange={({ target }) => onToggle(scope, target.checked)}
              />
            )}
          </span>
        );
      })}
    </li>
  );
}

function wordOf(resource: Resource, action: "read" | "write") {
  if (action === "read") return "read";
  return resource === "webhooks" ? "manage" : resource === "storefront_orders" ? "send" : "write";
}

function resourcesOf(api: "checkout" | "affiliate"): [Resource, RowProps["scopes"]][] {
  const rows = new Map<Resource, RowProps["scopes"]>();
  for (const scope of Object.keys(scopesOf[api]) as KeyScope[]) {
    const { resource, action } = partsOf(scope);
    rows.set(resource, { ...rows.get(resource), [action]: scope });
  }
  return [...rows];
}

/** Managing webhooks counts as writing and includes reading them. */
function partsOf(scope: string): { resource: Resource; action: "read" | "write" } {
  const [first = "", second = ""] = scope.split(":");
  if (second === "manage") return { resource: first as Resource, action: "write" };
  return { resource: second as Resource, action: first === "read" ? "read" : "write" };
}
