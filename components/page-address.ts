import { useSearchParams } from "next/navigation";

/** This address with one thing otherwise. Read on the server as well: what a link says there stays in the page. */
export function useAddressWith(): (name: string, value: string | number) => string {
  const now = useSearchParams().toString();
  return (name, value) => {
    const search = new URLSearchParams(now);
    search.set(name, String(value));
    return `?${search}`;
  };
}

/** The address of another page of the list that is shown. */
export function usePageAddress(): (page: number) => string {
  const addressWith = useAddressWith();
  return (page) => addressWith("page", page);
}
