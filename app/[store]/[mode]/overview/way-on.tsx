import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";

/** Leads on from a part of the overview that is empty. */
export const WayOn = ({ href, children }: { href: string; children: ReactNode }) => (
  <IntentLink href={href} className={buttonClass()}>
    {children}
  </IntentLink>
);
