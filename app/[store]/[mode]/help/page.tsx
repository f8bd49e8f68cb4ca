import { getTranslations } from "next-intl/server";
import { concepts, screenFor } from "@/components/help/concepts";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { deskFacts, openDesk } from "@/lib/server/desk-page";

export const generateMetadata = titled("help.title");

const groups = Object.keys(concepts) as (keyof typeof concepts)[];
const link = "inline-flex min-h-6 min-w-6 items-center text-sm underline underline-offset-3 hover:text-accent";

export default async function HelpPage({ params }: PageProps<"/[store]/[mode]/help">) {
  const { store, mode } = await params;
  const [t, titles, opened] = await Promise.all([getTranslations("help"), getTranslations(), openDesk(store, mode)]);
  const { routes } = deskFacts(opened);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        <nav aria-label={t("title")} className="flex flex-wrap gap-x-4">
          {groups.map((group) => (
            <a key={group} href={`#${group}`} className={link}>
              {t(`groups.${group}`)}
            </a>
          ))}
        </nav>
      </PageHeader>
      {groups.map((group) => (
        <div key={group} id={group} className="min-w-0">
          <Panel title={t(`groups.${group}`)} flush>
            <dl className="[&>div+div]:border-t">
              {concepts[group].map((concept) => {
                const screen = screenFor(concept, (api, resource, name) => routes[api][resource]?.[name]?.[2] === true);
                return (
                  <div
                    key={concept}
                    id={concept}
                    className="grid gap-x-6 gap-y-1 px-4 py-3 target:bg-accent-soft sm:grid-cols-[14rem_minmax(0,1fr)]"
                  >
                    <dt className="font-medium">{t(`terms.${concept}.name`)}</dt>
                    <dd className="max-w-prose text-pretty">
                      {t(`terms.${concept}.text`)}
                      {screen && (
                        <span className="block">
                          <IntentLink href={`/${store}/${mode}${screen.path}`} className={link}>
                            {titles(`${screen.name}.title`)}
                          </IntentLink>
                        </span>
                      )}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </Panel>
        </div>
      ))}
    </>
  );
}
