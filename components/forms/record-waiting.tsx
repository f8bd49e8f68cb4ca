import { Forbidden, Waiting } from "@/components/query-error";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";

type Props = Pick<PageHeaderProps, "title" | "crumbs"> & {
  record: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Why the role may not see the record. */
  forbidden?: string | false;
};

export function RecordWaiting({ title, crumbs, record, forbidden }: Props) {
  return (
    <>
      <PageHeader title={title} {...(crumbs && { crumbs })} />
      {forbidden ? (
        <Forbidden>{forbidden}</Forbidden>
      ) : (
        <Panel>
          <Waiting of={record} lines={8} />
        </Panel>
      )}
    </>
  );
}
