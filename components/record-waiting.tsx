import { QueryError } from "./query-error";
import { PageHeader, type PageHeaderProps } from "./ui/page-header";
import { Panel } from "./ui/panel";
import { TextSkeleton } from "./ui/skeleton";

type Props = Pick<PageHeaderProps, "title" | "crumbs"> & {
  record: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Why it does not come, where that is known without asking. */
  problem?: Error | null;
};

/** The page of a record that is not here: it is on its way, or says why it does not come. */
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
