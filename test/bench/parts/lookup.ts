import { runInChild } from '../child.ts';
import { FLOOR } from '../floor.ts';
import { type Form, least, type Part, type Row, ratio } from '../form.ts';
import type { LookupSample } from '../measure/lookup.ts';
import { CONTENDERS, OWN, PLAIN_PEERS, READ, WINT } from '../names.ts';
import { ORDERS } from '../orders.ts';
import { label } from '../tables.ts';

const forms: Form[] = ORDERS.map((order) => ({
  unit: `ns per lookup, ${order}`,
  columns: [OWN, READ, ...CONTENDERS.slice(1), FLOOR],
  ratios: [
    least(`fastest peer / ${OWN}`, PLAIN_PEERS, OWN),
    least(`fastest peer / ${READ}`, PLAIN_PEERS, READ),
    ratio(WINT, OWN),
    ratio(OWN, FLOOR),
  ],
  mean: true,
}));

/** Lookups: every table, in two orders. */
export const lookup: Part = {
  name: 'lookup',
  title: 'A lookup',
  text: `A ratio above 1 means that waymark is faster. It compares waymark with the fastest peer that generates no
code. \`rou3 compiled\` and \`wint-js\` generate code, which a strict content-security policy may forbid. The
last ratio compares it with a floor: code that reads each character of the path once, compares the texts of
the right route and makes the answer, without a search. The floor is written plainly, so a search that
compares less or answers in fewer steps can be faster.

\`${READ}\` also reads the destination of each answer. V8 joins its parts when it is read. Peers have no
destination.

The routers do different work. waymark refuses malformed paths, cuts the query, decodes, resolves dots,
matches in the order of definition and fills in a destination. find-my-way cuts the query and decodes.
@medley/router cuts the query. The others take the path as it is. All but hono prefer literal segments to
parameters. hono keeps the order of definition, and its caller reads the parameters. @medley/router and
wint-js need the same name for all parameters in one place; their tables have that.

The first five tables are from real services: hono's own benchmark, the APIs of GitHub, Parse and Google+,
and the files of a static site. The table of 1,200 routes is generated to resemble GitHub's current API:
eight segments deep, with many common prefixes. The other generated tables are modules of four routes. One of
the four is literal, and one starts the same in every module.`,
  forms,
  async measure(tables) {
    const samples = new Map<string, LookupSample>();
    for (const table of tables) {
      samples.set(table, await runInChild<LookupSample>('measure/lookup.ts', [table]));
    }
    return ORDERS.map((_, order) => {
      return [...samples].map(([table, { routes, orders, missing }]): Row => {
        return { label: label(table, routes), figures: orders[order], missing };
      });
    });
  },
};
