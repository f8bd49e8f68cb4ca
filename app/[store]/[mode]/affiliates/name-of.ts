import { affiliateName } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

export const nameOf = (one: Affiliate): string => affiliateName(one) ?? one.id;
