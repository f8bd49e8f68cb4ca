import { QueryError } from "@/components/query-error";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";

type Props = Pick<PageHeaderProps, "title" | "crumbs"> & {
  record: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  problem?: Error | null;
};

export function RecordWaiting({ title, crumbs, record, problem = record.error }: Props) {
  return (
    <>
      <PageHeader title={title} {...(crumbs && { crumbs })} />
      <Panel>
        {problem ? (
          <QueryError error={problem} onRetry={() => record.refetch()} retrying={record.isFetching} />
        ) : (
          <TextSkeleton lines={8} />
        )}
      </Panel>
    </>
  );
}
