import type { Contract, Role } from "../contract/define.ts";
import type { Routes } from "./client.ts";

export function routesFor(contract: Contract, role: Role): Routes {
  const routes: Routes = {};
  for (const [resource, operations] of Object.entries(contract)) {
    routes[resource] = {};
    for (const [name, { method, path, roles }] of Object.entries(operations)) {
      routes[resource][name] = [method, path, roles.includes(role)];
    }
  }
  return routes;
}
