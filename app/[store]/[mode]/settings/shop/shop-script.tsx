import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { Code, usePublishableKey } from "./code";

export type Tag = { file: string; integrity: string };

const use = (statements: string) => `<script>
  (window.cartwright ||= []).push((shop) => {
${statements}
  });
</script>`;

const consent = 'data-consent="required"';

export function ShopScript({ scripts, tag }: { scripts: string; tag: Tag | null }) {
  const t = useTranslations("shop.script");
  const { store } = useDesk();
  const key = usePublishableKey();
  const source = tag
    ? `src="${scripts}/${tag.file}"\n  integrity="${tag.integrity}" crossorigin="anonymous"`
    : `src="${scripts}/cartwright.js"`;
  const script = `<script ${source} async\n  data-key="${key}"></script>`;
  const offer = `    shop.show({ into: "#offer", placement: "cart", cart: ["PRODUCT_ID"], onAccept: (line) => addToCart(line) });`;
  const order = `    shop.order({ id: "1001", total: 84, currency: "${store.currency}" });`;
  return (
    <Panel
      title={t("title")}
      description={t.rich("about", {
        key: () => <code>{key}</code>,
        consent: () => <code>{consent}</code>,
        code: (words) => <code>{words}</code>,
      })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Code title={t("tag")} text={`${script}\n${use("    shop.visit();")}`} />
        <Code title={t("offer")} text={use(offer)} />
        <Code title={t("order")} text={use(order)} />
      </div>
    </Panel>
  );
}
