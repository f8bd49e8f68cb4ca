/** This kind of extension has no settings in the editor. */
export const settings = { address: "https://desk.example.com", key: "pub_live_…" };
