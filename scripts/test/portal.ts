import type { APIRequestContext } from "@playwright/test";

const page = {
  open: true,
  portal_open: true,
  name: "Kettle Circle",
  intro: "Recommend the coffee and the tools that you use yourself, and earn a part of each order.",
  benefits: ["A commission on every order, also on gift sets", "A person who answers your questions"],
  allowed_hosts: ["kettle.example"],
  questions: [{ label: "Where would you recommend us?", kind: "text", required: true, options: [] }],
  terms: "Tell your readers that you earn from a recommendation. Do not bid on our name in search ads.",
};

/** Opens the affiliate program of a demo shop, and signs in the affiliate who has earned most beside the member. */
export async function entersPortal(request: APIRequestContext, origin: string, store: string): Promise<void> {
  const call = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(`${origin}/api${path}`, { method, headers: { origin }, data });
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  };
  const sandbox = `/${store}/sandbox`;
  await call("PATCH", `${sandbox}/desk/partner-program`, page);
  const mostEarned = "status=active&sort=total_commissions&order=desc&per_page=1";
  const { data } = await call("GET", `${sandbox}/affiliate/affiliates?${mostEarned}`);
  const { secret_link } = await call("POST", `${sandbox}/desk/portal/${data[0].id}/link`);
  await call("POST", "/partners/auth/sign-in/verify", { token: secret_link.split("/").at(-1), locale: "en" });
}
