import "server-only";

type Auth = ReturnType<typeof import("./create-auth.ts").createAuth>;

let instance: Promise<Auth> | undefined;

/** The library is half of all modules, so it is loaded when somebody is first signed in or recognised. */
export function auth(): Promise<Auth> {
  instance ??= import("./create-auth.ts").then(({ createAuth }) => createAuth());
  return instance;
}

export const authContext = async () => (await auth()).$context;
