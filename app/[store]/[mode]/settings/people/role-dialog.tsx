"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RadioCards } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { type Role, roles } from "@/lib/contract/define";
import type { Member } from "@/lib/contract/desk/people";

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTranslations("people");
  const names = useTranslations("shell.roles");
  const { desk } = useDesk();
  const words = useFailureWords();
  const [role, setRole] = useState<Role>(member.role);
  const change = useMutation(desk.people.change_role.mutation());
  const { id, name } = member;
  const save = () => {
    if (role === member.role) return onClose();
    change.mutate(
      { params: { id }, body: { role } },
      {
        onSuccess: () => {
          toast.success(t("roleChanged", { name, role: names(role) }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("roleOf", { name })}
      description={t("roleHint")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" pending={change.isPending} onClick={save}>
            {t("saveRole")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {change.error && <Banner tone="danger">{words(change.error, (reason) => reason)}</Banner>}
        <RoleChoice value={role} onChange={setRole} />
      </div>
    </Dialog>
  );
}

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations("people");
  const names = useTranslations("shell.roles");
  return (
    <RadioCards
      label={t("role")}
      value={value}
      onValueChange={onChange}
      options={roles.map((role) => ({ value: role, label: names(role), description: t(`roleMeanings.${role}`) }))}
    />
  );
}
