"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { CodeLine } from "@/components/code-block";
import { FormFooter } from "@/components/forms/form-dialog";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { Help } from "@/components/help/help";
import { useRefusal } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { type KeyPurpose, type KeyScope, keyPurposes, merchantScopes } from "@/lib/contract/desk/key-words";
import { ApiError } from "@/lib/contract/errors";
import { scopesOf } from "@/lib/contract/scopes";
import { useResourceName } from "./access-matrix";

type Purpose = KeyPurpose | "custom";
type Problems = {
  name?: string | undefined;
  scopes?: string | undefined;
  origins?: string | undefined;
  rest: ReactNode;
};
type Props = {
  initial?: { name: string; scopes: KeyScope[] };
  purpose?: KeyPurpose;
  onMade?: () => void;
  onClose: () => void;
};

const purposes = [...(Object.keys(keyPurposes) as KeyPurpose[]), "custom" as const];
const scopesFor = (purpose: KeyPurpose): KeyScope[] => [...keyPurposes[purpose].scopes];

export default function CreateKey({ initial, purpose: wanted = "reporting", onMade, onClose }: Props) {
  const t = useTranslations("keys.create");
  const all = useTranslations("keys");
  const modes = useTranslations("shell");
  const { desk, mode, format } = useDesk();
  const refusal = useRefusal();
  const [name, setName] = useState(initial?.name ?? "");
  const [purpose, setPurpose] = useState<Purpose>(initial ? "custom" : wanted);
  const [scopes, setScopes] = useState<KeyScope[]>(initial?.scopes ?? scopesFor(wanted));
  const [origins, setOrigins] = useState("");
  const [problems, setProblems] = useState<Problems>({ rest: null });
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  // The response contains the key, so no cache keeps it.
  const create = useMutation({ ...desk.keys.create.mutation(), gcTime: 0 });
  const publishable = purpose !== "custom" && keyPurposes[purpose].publishable;

  const choose = (next: Purpose) => {
    if (next !== "custom") setScopes(scopesFor(next));
    else if (publishable) setScopes([]);
    setPurpose(next);
    setProblems({ rest: null });
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found: Problems = {
      name: name.trim() === "" ? t("nameNeeded") : undefined,
      scopes: scopes.length === 0 ? t("scopesNeeded") : undefined,
      rest: null,
    };
    setProblems(found);
    const wrong = found.name ? "name" : found.scopes ? "scopes" : null;
    if (wrong) return document.querySelector<HTMLElement>(`[data-field="${wrong}"] input`)?.focus();
    try {
      const { key } = await create.mutateAsync({
        body: { name, scopes, publishable, origins: publishable ? origins.split(/\s+/).filter(Boolean) : [] },
      });
      create.reset();
      setMade({ name: name.trim(), key });
      onMade?.();
    } catch (cause) {
      const details = cause instanceof ApiError ? cause.details : [];
      const at = (field: string) => details.find((detail) => detail.field.startsWith(field))?.message;
      const rest =
        at("name") || at("scopes") || at("origins") ? null : refusal(cause, [(cause as Error).message]).messages[0];
      setProblems({ name: at("name"), scopes: at("scopes"), origins: at("origins"), rest });
    }
  }

  if (made && publishable) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={all("published.title")}
        description={all("published.about", { name: made.name })}
        footer={
          <Button variant="primary" onClick={onClose}>
            {all("published.done")}
          </Button>
        }
      >
        <CodeLine text={made.key} label={all("made.label")} />
      </Dialog>
    );
  }
  if (made) {
    return (
      <SecretDialog texts="keys.made" name={made.name} secret={made.key} onDone={onClose}>
        <p className="text-sm text-muted">
          {all("made.use")} <code className="wrap-anywhere">Authorization: Bearer …</code>
        </p>
      </SecretDialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      shape="lg"
      title={t("title", { mode: format.within(modes(mode)) })}
      description={t("about")}
      footer={
        <FormFooter form="create-key" pending={create.isPending} onClose={onClose}>
          {t("action")}
        </FormFooter>
      }
    >
      <form id="create-key" onSubmit={submit} noValidate className="grid gap-5">
        {problems.rest && (
          <Banner tone="danger" title={t("failed")}>
            {problems.rest}
          </Banner>
        )}
        <Field name="name" required label={t("name")} description={t("nameHint")} error={problems.name}>
          <Input
            value={name}
            maxLength={80}
            data-autofocus
            onChange={({ target }) => {
              setName(target.value);
              setProblems({ ...problems, name: undefined });
            }}
          />
        </Field>
        <Field group label={t("purpose")}>
          <RadioCards<Purpose>
            options={purposes.map((value) => ({
              value,
              label: all(`purposes.${value}.label`),
              description: all(`purposes.${value}.about`),
            }))}
            value={purpose}
            onValueChange={choose}
          />
        </Field>
        {publishable ? (
          <>
            <Banner live={false}>{t("pagesOnly")}</Banner>
            <Field name="origins" label={t("origins")} description={t("originsHint")} error={problems.origins}>
              <Textarea
                value={origins}
                placeholder="https://shop.example.com"
                onChange={({ target }) => {
                  setOrigins(target.value);
                  setProblems({ ...problems, origins: undefined });
                }}
              />
            </Field>
          </>
        ) : (
          <ScopeFields
            value={scopes}
            error={problems.scopes}
            onChange={(next) => {
              setScopes(next);
              setPurpose("custom");
              setProblems({ ...problems, scopes: undefined });
            }}
          />
        )}
      </form>
    </Dialog>
  );
}

type FieldsProps = { value: readonly KeyScope[]; onChange: (scopes: KeyScope[]) => void; error: string | undefined };

const apis = ["checkout", "affiliate"] as const;
const actions = ["read", "write"] as const;

function ScopeFields({ value, onChange, error }: FieldsProps) {
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
              {[...Map.groupBy(Object.keys(scopesOf[api]) as KeyScope[], resourceOf)].map(([resource, scopes]) => (
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
  resource: string;
  scopes: readonly KeyScope[];
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
        const scope = scopes.find((each) => actionOf(each) === action);
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

function wordOf(resource: string, action: "read" | "write") {
  if (action === "read") return "read";
  return resource === "webhooks" ? "manage" : resource === "storefront_orders" ? "send" : "write";
}

const actionOf = (scope: KeyScope) => (scope.startsWith("read:") ? "read" : "write");

const resourceOf = (scope: KeyScope) => scope.replace(/^(read|write):|:manage$/, "");
