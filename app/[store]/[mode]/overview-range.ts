import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { defaultRange, rangeNames } from "./ranges";

export const overviewRange = { range: parseAsStringLiteral(rangeNames).withDefault(defaultRange) };

export const loadOverviewRange = createLoader(overviewRange);
