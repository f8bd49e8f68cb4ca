import { Waiting } from "@/components/query-error";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";

type Props = Pick<PageHeaderProps, "title" | "crumbs"> & {
  record: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  problem?: Error | null;
};

export function RecordWaiting({ title, crumbs, record, problem = record.error }: Props) {
  return (
    <>
      <PageHeader title={title} {...(crumbs && { crumbs })} />
      <Panel>
        <Waiting of={record} problem={problem} lines={8} />
      </Panel>
    </>
  );
}
