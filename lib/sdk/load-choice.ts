import type { OpenChoice } from "./choice.ts";

/** The build puts the name and the hash of the file here. */
declare const choiceFile: { file: string; integrity: string };
const { file, integrity } = choiceFile;

type Rules = { createScriptURL(url: string): string };
type Page = { trustedTypes?: { createPolicy(name: string, rules: Rules): Rules } };

let loading: Promise<OpenChoice | undefined> | undefined;

/** Few pages need it, so it is in a file beside the script. The browser checks its hash, as it checks that of the script. */
export function loadChoice(api: string, nonce: string | undefined) {
  loading ??= new Promise((resolve) => {
    const rules = { createScriptURL: (url: string) => url };
    const policy = (window as Page).trustedTypes?.createPolicy("cartwright", rules) ?? rules;
    const script = Object.assign(document.createElement("script"), {
      ...{ integrity, crossOrigin: "anonymous", onerror: () => resolve(undefined), ...(nonce && { nonce }) },
      src: policy.createScriptURL(`${api.replace(/\/$/, "")}/sdk/v1/${file}`),
    });
    script.addEventListener("choice", ({ detail }: CustomEventInit<OpenChoice>) => resolve(detail));
    document.head.append(script);
  });
  return loading;
}
