import { partnerAccount } from "./account.ts";
import { partnerLinks } from "./links.ts";
import { partnerMoney } from "./money.ts";

/** What the portal of an affiliate program can do, for one affiliate at a time. */
export const partnerContract = { ...partnerMoney, ...partnerLinks, ...partnerAccount } as const;
