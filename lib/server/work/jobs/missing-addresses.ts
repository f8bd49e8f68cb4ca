import "server-only";
import { log } from "../../../log.ts";
import { addressSetting, type ConnectionId, isStoredForElsewhere, untoldAddresses } from "../../wire/connections.ts";

// A process that does not know an API's address leaves its work to processes that do.

const warned = new Set<string>();

export async function warnOfUntold(): Promise<void> {
  warn(await untoldAddresses());
}

export async function isUntold(id: ConnectionId): Promise<boolean> {
  if (!(await isStoredForElsewhere(id))) return false;
  warn([addressSetting(id)]);
  return true;
}

function warn(settings: readonly string[]): void {
  const untold = settings.filter((setting) => !warned.has(setting));
  if (untold.length === 0) return;
  for (const setting of untold) warned.add(setting);
  const names = untold.join(", ");
  log.warn(
    { settings: untold },
    `keys are stored for addresses that this worker was not told: give it the ${names} of the dashboard; until then it leaves the jobs there to others`,
  );
}
