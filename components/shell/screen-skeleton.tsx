import { Fragment, type ReactNode } from "react";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export function ScreenSkeleton({ path }: { path: string }) {
  const [section, record, part] = path.split("/").slice(3);
  return (
    <Loading className="grid gap-5">
      {section === undefined ? (
        <>
          <Figures />
          <div className="grid gap-5 xl:grid-cols-2">
            {times(4, () => (
              <div className={`${box} h-96`} />
            ))}
          </div>
        </>
      ) : section === "analytics" || section === "affiliate-analytics" ? (
        <>
          <Figures />
          <div className={`${box} h-112`} />
        </>
      ) : section === "settings" ? (
        <Panels />
      ) : record && (record !== "products" || part) ? (
        <Form />
      ) : (
        <List />
      )}
    </Loading>
  );
}

const box = "rounded-lg border border-line bg-surface";

const times = (count: number, draw: (at: number) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical.
  Array.from({ length: count }, (_, at) => <Fragment key={at}>{draw(at)}</Fragment>);

function Header({ width }: { width: string }) {
  return (
    <div className="grid min-h-12 content-start gap-2 py-1">
      <Skeleton className="h-4.5 w-32" />
      <Skeleton className={width} />
    </div>
  );
}

function List() {
  return (
    <>
      <Header width="w-72" />
      <div data-skeleton="list" className={box}>
        <div className="flex h-12 items-center justify-between border-b border-line px-2.5">
          <Skeleton className="h-7 w-60 max-sm:w-40" />
          <Skeleton className="h-7 w-24" />
        </div>
        <div className="h-9 border-b border-line bg-paper max-sm:hidden" />
        {times(12, (line) => (
          <div className="grid h-36 content-center gap-2 border-b border-line px-3 last:border-b-0 sm:h-10">
            <Skeleton className={line % 3 === 0 ? "w-2/3" : "w-1/2"} />
            <Skeleton className="w-1/3 sm:hidden" />
            <Skeleton className="w-2/5 sm:hidden" />
          </div>
        ))}
      </div>
    </>
  );
}

function Form() {
  return (
    <>
      <Header width="w-24" />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className={`${box} grid gap-6 p-4`}>
          {times(5, () => (
            <div className="grid gap-2">
              <Skeleton className="w-24" />
              <Skeleton className="h-control" />
            </div>
          ))}
        </div>
        <div className={`${box} h-112`} />
      </div>
    </>
  );
}

function Figures() {
  return (
    <>
      <Skeleton className="h-6 w-32" />
      <div className={`${box} grid grid-cols-2 md:grid-cols-3 xl:grid-cols-6`}>
        {times(6, () => (
          <div className="grid gap-1 p-4">
            <Skeleton className="my-0.5 w-24" />
            <Skeleton className="h-7.5 w-12" />
          </div>
        ))}
      </div>
    </>
  );
}

const Panels = () => (
  <>
    <Skeleton className="h-6 w-32" />
    <div className="grid gap-4 lg:grid-cols-2">
      {times(4, () => (
        <div className={`${box} h-44`} />
      ))}
    </div>
  </>
);
