import { scopesOf } from "../../lib/contract/scopes.ts";

export const usage = `Usage: npm run admin -- COMMAND [options] [--json]

  setup --email E --name N --store ID --currency EUR --timezone Europe/Berlin [--store-name S]
                                       owner, store and embedded connections; may be run again
        --password P | --password-stdin
  people add --store ID --email E --name N --role owner|merchant|affiliate_manager|analyst
        --password P | --password-stdin
  people reset-link --email E          a link, for an hour, by which the person sets a new password
  people two-factor-off --email E      for who lost both the device and the recovery codes
  keys create --store ID --mode live|sandbox --scopes a,b|all [--name N]
  keys create --store ID --mode live|sandbox --storefront [--api checkout|affiliate] [--name N]
                                       prints the key once, alone on the last line
  keys list [--store ID]
  keys revoke KEY_ID
  connect --store ID --mode M --api checkout|affiliate --key-stdin
        --money-unit minor|major       whether that affiliate API's 1230 is €12.30 (minor, unless told) or €1,230.00;
                                       goes without a key where one is stored
  demo --store ID [--seed N]           fills the sandbox with a demo shop and its affiliates, in place
                                       of what it held
        --visits N                     of so many visits, 60000 or more: a smaller shop is filled sooner
  reset-sandbox --store ID [--seed N]  empties the sandbox and fills it with the demo shop again
        --visits N                     as above
        --empty                        only empties it
  rotate-secret                        seals all stored keys and secrets under a new secret, and signs everybody out;
                                       Cartwright must not be running, on this data or on its database
        --secret-stdin                 the new secret, where CARTWRIGHT_SECRET names it and not the data directory
  backup FILE                          all that the database holds, at one moment, while Cartwright runs; without the
                                       secret, of which you keep a copy elsewhere
        --with-secret                  the secret too: whoever has the file then has everything
  restore FILE                         the other way, into an empty database, while nothing runs on it
        --force                        in the place of what is in the database
        --lost-secret                  although this installation has another secret: stored keys are to be given anew
  audit verify --store ID              walks the audit's chain; names the first broken row and exits with 1

People and keys say more: npm run admin -- keys --help
`;

const people = `Usage: npm run admin -- people add --store ID --email E --name N --role ROLE (--password P | --password-stdin)
       npm run admin -- people reset-link --email E
       npm run admin -- people two-factor-off --email E

add makes a person a member of a store; in the dashboard an owner invites people instead. Who has an account already keeps their name and password, and gets the new role.

  --store ID          the store, by the first word of its address
  --email E           what they sign in with
  --name N            as others see it
  --role ROLE         owner              everything, people and keys included
                      merchant           the checkout side: offers, bundles, experiments, orders, webhooks, settings
                      affiliate_manager  the affiliate side: affiliates, commissions, payouts, links
                      analyst            reads, changes nothing
  --password P        12 to 128 characters
  --password-stdin    the same from standard input, so that no list of processes shows it

A store always keeps an owner: the only one cannot be given another role.

reset-link prints a link that works once and for an hour, alone on the last line. A new password signs the person out
everywhere; a second factor stays. two-factor-off takes that away, where the device and the recovery codes are lost.
`;

const apiScopes = Object.values(scopesOf).flatMap((scopes) => Object.entries(scopes));
const scopeLines = apiScopes.map(([scope, meaning]) => `    ${scope.padEnd(26)}${meaning}`).join("\n");

const keys = `Usage: npm run admin -- keys create --store ID --mode live|sandbox --scopes a,b|all [--name N]
       npm run admin -- keys create --store ID --mode live|sandbox --storefront [--api checkout|affiliate] [--name N]
       npm run admin -- keys list [--store ID]
       npm run admin -- keys revoke KEY_ID

create prints the key once, alone on the last line; only a digest of it is kept. A key is of one store and one mode:
live_… opens what is real, test_… the sandbox.

  --scopes a,b|all    what the key may do, of both APIs:
${scopeLines}
  --storefront        a publishable key instead, pub_live_… or pub_test_…: it may stand in a shop's pages, and opens
                      nothing of the two APIs above
  --api A             for checkout, as if left out, it tells what shoppers did and asks which offers to show;
                      for affiliate it reports placed orders, and neither refunds nor cancellations
  --name N            for the list; "Command line" if left out

list shows every key, storefront keys among them: id, first and last letters, mode, whether it is revoked, last use.
revoke takes the id from that list and works from the next request on. It cannot be taken back.
`;

/** The text of --help: for one command if it has its own, or for all. */
export function helpFor(word: string | undefined): string {
  return { people, keys }[word ?? ""] ?? usage;
}
