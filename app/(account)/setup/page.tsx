import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { createFormat } from "@/lib/format";
import { titled } from "@/lib/i18n/titled";
import { env } from "@/lib/server/env";
import { isSetUp } from "@/lib/server/people/sessions";
import { servedHere } from "@/lib/server/wire/connections";
import { SetUpForm } from "./set-up-form";

export const generateMetadata = titled("account.tabs.setUp", { referrer: "no-referrer" });

export default async function SetUpPage({ searchParams }: PageProps<"/setup">) {
  if (await isSetUp()) redirect("/sign-in");
  const { token } = await searchParams;
  const t = await getTranslations("account.setUp");
  if (typeof token !== "string" || token === "") {
    return (
      <Panel>
        <h1 className="mb-2 text-xl font-semibold">{t("noToken")}</h1>
        <p className="text-muted">{t("noTokenBody")}</p>
        <code className="mt-3 block rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
          {env().CARTWRIGHT_ORIGIN}/setup?token=…
        </code>
      </Panel>
    );
  }
  const { currencyName } = createFormat({ locale: await getLocale(), currency: "USD", timeZone: "UTC" });
  return (
    <Panel>
      <h1 className="text-xl font-semibold">{t("title")}</h1>
      <p className="mb-5 text-muted">{t("intro")}</p>
      <Messages of={["account"]}>
        <SetUpForm
          token={token}
          currencies={Intl.supportedValuesOf("currency").map((value) => ({ value, label: currencyName(value) }))}
          timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]}
          mayFill={servedHere("sandbox").includes("checkout")}
        />
      </Messages>
    </Panel>
  );
}
