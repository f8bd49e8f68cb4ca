import { useSearchParams } from "next/navigation";

/** Works on the server as well, so that links are in the HTML. */
export function useAddressWith(): (name: string, value: string | number) => string {
  const now = useSearchParams().toString();
  return (name, value) => {
    const search = new URLSearchParams(now);
    search.set(name, String(value));
    return `?${search}`;
  };
}

export function usePageAddress(): (page: number) => string {
  const addressWith = useAddressWith();
  return (page) => addressWith("page", page);
}
