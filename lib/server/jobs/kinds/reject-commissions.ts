import "server-only";
import { rejection } from "../../../contract/affiliate/commissions.ts";
import { onRecords } from "./on-records.ts";

export const rejectCommissions = onRecords(
  { api: "affiliate", resource: "commissions", operation: "reject" },
  {
    params: rejection,
    body: ({ reason, note }) => ({ ...(reason !== undefined && { reason }), ...(note !== undefined && { note }) }),
  },
);
