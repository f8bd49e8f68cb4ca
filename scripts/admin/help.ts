import { scopesOf, storefrontScope } from "../../lib/contract/scopes.ts";

export const usage = `Usage: npm run admin -- COMMAND [options] [--json]

  setup --email E --name N --store ID --currency EUR --timezone Europe/Berlin [--store-name S]
                                       creates the owner, the store and its built-in connections; safe to run again
        --password P | --password-stdin
  people add --store ID --email E --name N --role owner|merchant|affiliate_manager|analyst
        --password P | --password-stdin
  people reset-link --email E          prints a link to set a new password, valid for one hour
  people two-factor-off --email E      turns two-factor sign-in off for a person who lost device and recovery codes
  shopper export FILE --store ID --mode live|sandbox (--email E | --customer ID | --visitor ID)
                                       writes all that both services know of one shopper to a file
  shopper erase --store ID --mode live|sandbox (--email E | --customer ID | --visitor ID) --force
                                       replaces the shopper's ids and addresses for good; revenue, commissions and the
                                       sums of experiments stay as they are
  keys create --store ID --mode live|sandbox --scopes a,b|all [--name N]
  keys create --store ID --mode live|sandbox --storefront [--api checkout|affiliate] [--name N]
                                       prints the key once, alone on the last line
  keys list [--store ID]
  keys revoke KEY_ID
  connect --store ID --mode M --api checkout|affiliate --key-stdin
        --money-unit minor|major       whether an amount of 1230 is €12.30 (minor, the default) or €1,230.00 (major);
                                       needs no key if one is stored
  demo --store ID [--seed N]           replaces the content of the sandbox with a demo shop and its affiliates
        --visits N                     number of visits, 60000 or more; a smaller shop is created faster
  reset-sandbox --store ID [--seed N]  empties the sandbox and fills it with the demo shop again
        --visits N                     as above
        --empty                        only empties the sandbox
  migrate                              migrates the database to this version, as each process does when it starts,
                                       or as the owner of the tables in MIGRATION_DATABASE_URL
  rotate-secret                        encrypts all stored keys and secrets with a new secret and signs everybody out;
                                       Cartwright must not be running on this data or its database
        --secret-stdin                 reads the new secret from standard input, if CARTWRIGHT_SECRET sets it
  backup FILE                          writes the whole database to a file, while Cartwright runs; the secret is left
                                       out, so keep a copy of it elsewhere
        --with-secret                  includes the secret, so the file opens everything
  restore FILE                         restores a backup into an empty database that nothing else uses
        --force                        replaces the content of the database
        --lost-secret                  accepts that this installation has another secret: stored keys must be entered again
  doctor                               examines database, disk, clock, keys, mail, addresses and waiting work, changes nothing,
                                       and says what to do; exits with 1 if something failed
  export-events FOLDER                 writes the storefront events of each complete day (UTC) that the folder does not have
                                       yet: one compressed NDJSON file for each store and mode
  audit verify --store ID              checks the audit chain; if it is broken, names the first entry and exits with 1
        --since HASH                   also checks that the chain still has the entry with this hash: a head that an
                                       earlier run printed and that you kept outside of the database

More about people and keys: npm run admin -- people --help, npm run admin -- keys --help
`;

const people = `Usage: npm run admin -- people add --store ID --email E --name N --role ROLE (--password P | --password-stdin)
       npm run admin -- people reset-link --email E
       npm run admin -- people two-factor-off --email E

add makes a person a member of a store. (In the dashboard, an owner invites people instead.) A person who already has an
account keeps their name and password and gets the new role.

  --store ID          the ID of the store: the first part of its address
  --email E           the email address to sign in with
  --name N            the name that others see
  --role ROLE         owner              may do everything, including people and keys
                      merchant           manages the checkout side: offers, bundles, experiments, orders, webhooks, settings
                      affiliate_manager  manages the affiliate side: affiliates, commissions, payouts, links
                      analyst            sees both sides but cannot change anything
  --password P        12 to 128 characters
  --password-stdin    reads the password from standard input, so that it is not visible in process lists

A store always has an owner, so its only owner cannot be given another role.

reset-link prints a link that works once and for one hour, alone on the last line. A new password signs the person out on
all devices and leaves two-factor sign-in on. two-factor-off turns it off, if the device and the recovery codes are lost.
`;

const storefront = { [storefrontScope]: "Report orders from the shop's server (not part of all)" };
const apiScopes = [...Object.values(scopesOf), storefront].flatMap((scopes) => Object.entries(scopes));
const scopeLines = apiScopes.map(([scope, meaning]) => `    ${scope.padEnd(26)}${meaning}`).join("\n");

const keys = `Usage: npm run admin -- keys create --store ID --mode live|sandbox --scopes a,b|all [--name N]
       npm run admin -- keys create --store ID --mode live|sandbox --storefront [--api checkout|affiliate] [--name N]
       npm run admin -- keys list [--store ID]
       npm run admin -- keys revoke KEY_ID

create prints the key once, alone on the last line. Only a digest of it is stored. A key belongs to one store and one mode:
live_… is for the live store, test_… for the sandbox.

  --scopes a,b|all    what the key may do in both APIs:
${scopeLines}
  --storefront        a publishable key instead (pub_live_… or pub_test_…) that may appear in a shop's pages and has
                      no access to the two APIs above
  --api A             checkout (the default) reports what shoppers do and asks which offers to show;
                      affiliate reports placed orders, but no refunds or cancellations
  --name N            the name in the list of keys; the default is "Command line"

list shows all keys, including storefront keys: ID, first and last characters, mode, whether it is revoked, last use.
revoke takes an ID from that list and takes effect with the next request. It cannot be undone.
`;

export function helpFor(word: string | undefined): string {
  return { people, keys }[word ?? ""] ?? usage;
}
