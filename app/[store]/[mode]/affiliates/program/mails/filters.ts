import { createLoader, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { mailKinds, mailStates } from "@/lib/contract/desk/mail-words";

export const mailFilters = {
  state: parseAsStringLiteral(mailStates),
  kind: parseAsStringLiteral(mailKinds),
  ...pageFilters,
};

export const loadMailFilters = createLoader(mailFilters);

export const toQuery = ({ state, kind, ...page }: inferParserType<typeof mailFilters>) => ({
  ...toPage(page),
  ...(state && { state }),
  ...(kind && { kind }),
});
