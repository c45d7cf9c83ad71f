/** A table like GitHub's API today: many routes with similar starts, up to eight segments deep. */

/** A route, and an example of a request for it. */
export interface Drawn {
  readonly method: string;
  readonly path: string;
}

/** An area of the API: its root, and the collections below its features. */
interface Area {
  readonly root: string;
  readonly features: Readonly<Record<string, string>>;
}

// The longest roots have the most routes, as in GitHub's API.
const AREAS: readonly Area[] = [
  {
    root: 'repos/:owner/:repo',
    features: {
      '': 'activity assignees autolinks collaborators contributors events forks invitations keys labels languages milestones notifications rulesets stargazers subscribers tags teams topics traffic',
      actions: 'artifacts cache caches jobs runners runs secrets variables workflows permissions',
      branches: 'protection protection-rules restrictions reviews',
      'code-scanning': 'alerts analyses databases default-setup sarifs',
      codespaces: 'devcontainers machines prebuilds secrets',
      commits: 'branches check-runs check-suites comments pulls statuses',
      dependabot: 'alerts secrets updates',
      'dependency-graph': 'compare sbom snapshots',
      deployments: 'statuses reviews rules',
      environments: 'branch-policies protection-rules secrets variables',
      git: 'blobs commits matching-refs refs tags trees',
      hooks: 'config deliveries pings tests',
      issues: 'assignees comments events labels lock reactions sub_issues timeline',
      pages: 'builds deployments health',
      pulls: 'comments commits files requested_reviewers reviews threads',
      releases: 'assets notes reactions',
      'secret-scanning': 'alerts locations pushes',
      stats: 'code_frequency commit_activity participation punch_card',
    },
  },
  {
    root: 'orgs/:org',
    features: {
      '': 'blocks events invitations issues members migrations outside_collaborators packages projects properties public_members repos rulesets',
      actions: 'permissions runner-groups runners secrets variables',
      codespaces: 'access secrets',
      copilot: 'billing metrics seats',
      dependabot: 'alerts secrets',
      hooks: 'config deliveries pings',
      'personal-access-tokens': 'repositories requests',
      teams: 'discussions invitations members memberships projects repos',
    },
  },
  {
    root: 'enterprises/:enterprise',
    features: {
      actions: 'permissions runner-groups runners',
      'code-security': 'configurations defaults',
      'secret-scanning': 'alerts patterns',
    },
  },
  {
    root: 'user',
    features: {
      '': 'blocks emails followers following gpg_keys installations issues keys memberships repos starred subscriptions teams',
      codespaces: 'exports machines secrets',
      packages: 'restores versions',
    },
  },
  {
    root: 'users/:username',
    features: {
      '': 'events followers following gists gpg_keys keys orgs packages projects repos starred subscriptions',
    },
  },
  {
    root: 'gists',
    features: { '': 'comments commits forks public starred' },
  },
];

/** Suffixes for a collection, after the bare collections; `~` is the singular name. */
const MEMBERS = [
  'GET ',
  'POST ',
  'GET /latest',
  'GET /:~_id',
  'PATCH /:~_id',
  'DELETE /:~_id',
  'GET /:~_id/history',
  'PUT /:~_id/approvals/:approval_id',
] as const;

const DEEPEST = 8;

/** Features with an id after their own name: `pulls/:pull_id/files`. */
const COUNTED = /^(?:branches|commits|deployments|environments|hooks|issues|pulls|releases|teams)$/;

/**
 * Draws routes. Literal segments come before parameters in the same position, so that routers with
 * either precedence agree.
 *
 * @param size the number of routes
 * @throws {Error} if there are too few words
 *
 * @example
 * drawGithub(1_200)[100].path; // 'repos/:owner/:repo/…'
 */
export function drawGithub(size: number): Drawn[] {
  const routes: Drawn[] = [];
  for (const { root, features } of AREAS) {
    for (const [feature, words] of Object.entries(features)) {
      for (const [turn, word] of words.split(' ').entries()) {
        const base = [root, ...below(feature), word].join('/');
        const one = toSingular(word);
        MEMBERS.forEach((member, position) => {
          // Each collection leaves out one of the later members.
          if (position === 2 + (turn % 5)) return;
          const [method, rest] = member.split(' ');
          const path = base + rest.replaceAll('~', one);
          routes.push({ method, path: path.split('/').slice(0, DEEPEST).join('/') });
        });
      }
    }
  }
  if (routes.length < size) throw new Error(`The words make ${routes.length} routes, not ${size}.`);
  return spread(routes, size);
}

/** The segments of a feature. */
function below(feature: string): string[] {
  if (feature === '') return [];
  return COUNTED.test(feature) ? [feature, `:${toSingular(feature)}_id`] : [feature];
}

function toSingular(word: string): string {
  return word.replaceAll('-', '_').replace(/(?<=ch|us)es$|s$/, '');
}

/** Picks `size` values, evenly spread and in order. */
function spread<T>(values: readonly T[], size: number): T[] {
  return Array.from({ length: size }, (_, turn) => {
    return values[Math.floor((turn * values.length) / size)];
  });
}
