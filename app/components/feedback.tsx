import { Tags } from "lucide-react";
import { useState } from "react";
import { Badge, Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Bar, Meter, Progress } from "@/components/ui/meter";
import { Loading, Skeleton, TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { Group, long, Specimen } from "./specimen";

const tones = ["neutral", "accent", "success", "warning", "danger", "info"] as const;
const nothing = () => undefined;

export function Feedback() {
  const [retrying, setRetrying] = useState(false);
  return (
    <Group name="feedback" title="Feedback">
      <Specimen of="badge">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {tones.map((tone) => (
          <Status key={tone} tone={tone}>
            {tone}
          </Status>
        ))}
        <Status tone="warning" hollow>
          hollow
        </Status>
      </Specimen>
      <Specimen of="banner" wide>
        {(["info", "success", "warning", "danger"] as const).map((tone) => (
          <Banner key={tone} tone={tone} live={false} title={`A banner of the tone ${tone}`}>
            What is the matter, and what to do about it.
          </Banner>
        ))}
        <Banner tone="danger" live={false} onRetry={nothing} onDismiss={nothing}>
          {long}
        </Banner>
      </Specimen>
      <Specimen of="toaster toast-list lazy-part">
        <Button onClick={() => toast.success("“Care kit” was created.")}>Success</Button>
        <Button
          onClick={() => toast.error("“Care kit” could not be changed: the checkout service did not respond in time.")}
        >
          Error
        </Button>
        <Button onClick={() => toast.undo({ message: "“Care kit” will be deleted.", onUndo: nothing })}>Undo</Button>
      </Specimen>
      <Specimen of="meter" wide>
        <Meter label="Calls this minute" value={84} max={120} text="84 of 120 left" tone="success" />
        <Meter label="Nearly used up" value={6} max={120} text="6 of 120 left" tone="danger" />
        <Progress label="Exporting" value={60} text="60 of 100" />
        <Progress label="Not known how much is left" />
        <Bar part={0.4} />
      </Specimen>
      <Specimen of="skeleton" wide>
        <TextSkeleton lines={3} />
        <Loading>
          <Skeleton className="h-9 w-full" />
        </Loading>
      </Specimen>
      <Specimen of="empty-state" wide>
        <EmptyState
          level={3}
          icon={<Tags />}
          title="No offers yet"
          action={<Button variant="primary">Create the first offer</Button>}
        >
          An offer shows a second product, usually at a discount, to shoppers whose cart holds a trigger product.
        </EmptyState>
      </Specimen>
      <Specimen of="error-state" wide>
        <ErrorState
          title="Connected service unavailable"
          requestId="req_4f1c"
          retrying={retrying}
          onRetry={() => setRetrying(!retrying)}
        >
          The checkout service did not respond in time.
        </ErrorState>
      </Specimen>
    </Group>
  );
}
