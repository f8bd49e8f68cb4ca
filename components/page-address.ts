import { useSearchParams } from "next/navigation";

/** The present address with one parameter changed. It works on the server as well, so links are in the HTML. */
export function useAddressWith(): (name: string, value: string | number) => string {
  const now = useSearchParams().toString();
  return (name, value) => {
    const search = new URLSearchParams(now);
    search.set(name, String(value));
    return `?${search}`;
  };
}

/** The address of another page of this list. */
export function usePageAddress(): (page: number) => string {
  const addressWith = useAddressWith();
  return (page) => addressWith("page", page);
}
