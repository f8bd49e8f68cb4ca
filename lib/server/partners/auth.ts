import "server-only";

type PartnerAuth = ReturnType<typeof import("./create-auth.ts").createPartnerAuth>;

let instance: Promise<PartnerAuth> | undefined;

export function partnerAuth(): Promise<PartnerAuth> {
  instance ??= import("./create-auth.ts").then(({ createPartnerAuth }) => createPartnerAuth());
  return instance;
}
