/**
 * The statements of the services that are about all tenants, by what a database that is distributed by tenant has to do
 * for them. None has run on such a database yet.
 */
export const ofAllTenants: readonly { statement: RegExp; how: string }[] = [
  {
    statement: /"(checkout|affiliate)"\."api_key"/,
    how: "A key is looked up before its tenant is known, so every server has all keys.",
  },
  {
    statement:
      /^delete from "\w+"\."\w+" where (?!.*"tenant_id" =).*ctid = any|^with gone as \( delete from affiliate\.click/,
    how: "Rows whose time is over, or that wait in the outbox: each server takes a portion of its own.",
  },
  {
    statement: /where \(?lower\("affiliate"\."link"\."code"\) =/,
    how: "The code of a link is unique over all stores and looked up before its tenant is known, so every server has all.",
  },
  {
    statement: /^with old as|^delete from checkout\.(replay_job|notice|experiment_visitor)/,
    how: "Rows whose time is over: each server deletes its own.",
  },
  {
    statement:
      /^with gone as \( delete from checkout\.webhook_endpoint|^update checkout\.delivery d set status = 'held'/,
    how: "Deliveries and endpoints that will not be used again: each server looks through its own.",
  },
  {
    statement:
      /^with recursive lane as|from checkout\.shop_delivery d join checkout\.tenant|^update "checkout"\."shopify_\w+" set "due_at"/,
    how: "Work that is due: each server gives out its own.",
  },
  {
    statement:
      /^insert into checkout\.recommendation_run|^select "tenant_id", "id", "status" from "checkout"\."experiment"/,
    how: "Tenants whose recommendations or experiments are due: each server names its own.",
  },
  {
    statement: /^select tenant\.store_id, tenant\.mode, event\.\* from checkout\.tenant cross join lateral/,
    how: "The latest events of all stores, for the screens that are open: each server reads its own.",
  },
];
