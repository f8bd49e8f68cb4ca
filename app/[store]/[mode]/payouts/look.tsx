import { Status, type Tone } from "@/components/ui/badge";

/** A status in its word and its colour. */
export function Look({ label, tone, hollow }: { label: string; tone: Tone; hollow?: boolean }) {
  return (
    <Status tone={tone} {...(hollow && { hollow })}>
      {label}
    </Status>
  );
}
