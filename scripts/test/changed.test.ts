import { expect, test } from "vitest";
import { browserTestsFor } from "./changed.ts";

const screens = "app/[store]/[mode]";

test.each([
  [[`${screens}/upsells/upsell-table.tsx`], ["upsell-editor", "upsells-list", "upsells"]],
  [[`${screens}/commissions/page.tsx`], ["commissions", "review-queue"]],
  [[`${screens}/settings/people/page.tsx`], ["keys", "people", "service-settings", "shop"]],
  [
    ["components/ui/button.tsx", "e2e/links.spec.ts"],
    ["first-paint", "links", "overview"],
  ],
  [["docs/scale.md", "lib/money.test.ts", "scripts/bench.ts"], []],
])("changes of %s run the browser tests %s", (changed, names) => {
  expect(browserTestsFor(changed)).toEqual(names.map((name) => `e2e/${name}.spec.ts`));
});
