import { QueryError } from "./query-error";
import { PageHeader, type PageHeaderProps } from "./ui/page-header";
import { Panel } from "./ui/panel";
import { TextSkeleton } from "./ui/skeleton";

type Props = Pick<PageHeaderProps, "title" | "crumbs"> & {
  record: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The reason, if it is known without asking the API. */
  problem?: Error | null;
};

/** The page of a record that is still loading or could not be loaded. */
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
