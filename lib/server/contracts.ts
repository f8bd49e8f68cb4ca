import { affiliate } from "../contract/affiliate/index.ts";
import { checkout } from "../contract/checkout/index.ts";
import type { Contract } from "../contract/define.ts";
import type { Api } from "./connections.ts";

export const contracts: Record<Api, Contract> = { checkout, affiliate };
