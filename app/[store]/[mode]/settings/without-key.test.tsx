import { useQueryClient } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { routesFor } from "@/lib/api/client";
import { type DeskFacts, DeskProvider, useDesk } from "@/lib/api/desk";
import { desk } from "@/lib/contract/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";
import * as messages from "@/lib/i18n/messages/en";
import { StoredKeys } from "./keys/stored-keys";
import { ConnectionPanel } from "./settings-view";

const embedded: ConnectionSummary = {
  api: "affiliate",
  mode: "sandbox",
  base_url: null,
  embedded: true,
  key: null,
  sent_as: null,
  money_unit: "minor",
};
const remote = { ...embedded, base_url: "https://api.example/v1", embedded: false };
const key = { prefix: "test_", last_four: "abcd" };

function Screen({ connection }: { connection: ConnectionSummary }) {
  const { desk } = useDesk();
  useQueryClient().setQueryData(desk.connections.list.options().queryKey, { data: [connection] });
  return (
    <>
      <ConnectionPanel connection={connection} />
      <hr />
      <StoredKeys />
    </>
  );
}

/** The panel in Settings → General, and the one in Settings → API keys. */
function shown(connection: ConnectionSummary): string[] {
  const store = { id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" };
  const routes = { checkout: {}, affiliate: {}, desk: routesFor(desk, "owner") };
  const facts = { store, mode: "sandbox", routes } as unknown as DeskFacts;
  const markup = renderToStaticMarkup(
    <AppRouterContext value={{ prefetch: () => {} } as never}>
      <SearchParamsContext value={new URLSearchParams() as never}>
        <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
          <DeskProvider facts={facts}>
            <Screen connection={connection} />
          </DeskProvider>
        </NextIntlClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
  return markup.split("<hr/>").map((part) => part.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "));
}

test("without a stored key, both screens offer to create one if Cartwright runs the API", () => {
  for (const panel of shown(embedded)) {
    expect(panel).toContain("Create new key");
    expect(panel).toContain("Enter key");
    expect(panel).not.toContain("Replace key");
    expect(panel).not.toContain("Its key is one of");
  }
});

test("without a stored key for another API, a key can only be entered", () => {
  for (const panel of shown(remote)) {
    expect(panel).not.toContain("Create new key");
    expect(panel).toContain("Enter key");
  }
});

test("a stored key can be replaced, and is in the list of keys if Cartwright runs the API", () => {
  const [general = "", keys = ""] = shown({ ...embedded, key });
  for (const panel of [general, keys]) expect(panel).toContain("Replace key");
  expect(keys).toContain("Its key is one of the keys for Cartwright’s APIs.");
});
