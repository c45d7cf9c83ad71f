/** Describes each kind of finding. */
import { NOT_FOUND_OVERRIDE } from 'waymark/internal';
import type { FindingKind } from './finding.ts';

/** An option without which `check` can't look for some kinds of findings. */
export type Needs = 'files' | 'sources';

/** The description of a kind of finding. */
export interface KindInfo {
  /** The problem, in one sentence. */
  readonly summary: string;
  /** The advice, in one or two sentences. */
  readonly help: string;
  /** The option of `check` that it needs; unset if none. */
  readonly needs?: Needs;
}

const KINDS: Readonly<Record<FindingKind, KindInfo>> = {
  unreached: {
    summary: 'No request reaches the row.',
    help: 'Move the row before the rows that take its requests, or remove it.',
  },
  'block-passed': {
    summary: 'An earlier row, or the default controller, answers a blocked path.',
    help: 'Move the block before that row, or remove the default controller.',
  },
  'block-action': {
    summary: 'A block closes a path, and another row still reaches the action behind it.',
    help: 'Block the other paths to the action too, or check the permission in the action.',
  },
  unguarded: {
    summary: 'A row guards an action with meta, and another row reaches the action without it.',
    help: 'Give the other row the same meta, or list the members that guards read in the option guards.',
  },
  'ignored-block': {
    summary: 'Route.block was given a value that is not a pattern.',
    help: 'Give it patterns: Route.named returns null for an unknown name.',
  },
  'redirect-loop': {
    summary: 'A redirect leads back to itself, or to more redirects than browsers follow.',
    help: 'Redirect to a path that an action answers.',
  },
  'dead-redirect': {
    summary: 'A redirect leads only to paths that are blocked, or that no row answers.',
    help: 'Correct the target, or accept the finding if another application answers the path.',
  },
  'missing-group': {
    summary: 'A destination refers to a group that its pattern does not have.',
    help: 'Correct the number after the dollar sign, or add a group to the pattern.',
  },
  'outer-group': {
    summary:
      'A destination passes the group before the name of its controller, and drops the one after it.',
    help: 'Refer to the group after the name.',
  },
  'duplicate-name': {
    summary: 'Two patterns have one name.',
    help: 'Rename one of them: Route.url knows only the last.',
  },
  replaced: {
    summary: 'A route is defined again, with another destination, meta or handler.',
    help: 'Remove one of the definitions: only the last has an effect.',
    needs: 'sources',
  },
  'broken-controller': {
    summary: "A controller's file cannot be used.",
    help: 'Export one class by default that extends Controller.',
    needs: 'files',
  },
  'dead-destination': {
    summary: 'A destination leads to no file or action.',
    help: 'Correct the destination, or add the action.',
    needs: 'files',
  },
  'unread-file': {
    summary: 'Nothing reads a file whose name is nearly that of a route file.',
    help: 'Rename it.',
    needs: 'files',
  },
  'unreached-action': {
    summary: 'No route reaches an action.',
    help: 'Add a route, remove the action, or start its name with _ if only context.run calls it.',
    needs: 'files',
  },
  'ambiguous-destination': {
    summary: 'Two files answer one destination.',
    help: 'Rename one of the controllers.',
    needs: 'files',
  },
  'parameter-syntax': {
    summary: 'The syntax of another router is matched or passed on as it is written.',
    help: 'Write (:any), (:num) or a group in patterns, and $1 in destinations.',
  },
  star: {
    summary: 'A star repeats the slash before it.',
    help: 'Write /(.*) for whatever follows.',
  },
  dot: {
    summary: 'A dot in a pattern is any character.',
    help: 'Write \\. for a dot.',
  },
  query: {
    summary: 'A pattern has a query, which is cut off before paths are matched.',
    help: 'Remove the query from the pattern, and read it in the action.',
  },
  'controller-syntax': {
    summary: 'A destination names a class as another framework does.',
    help: 'Write controller/action.',
  },
  url: {
    summary: 'A destination is a URL.',
    help: 'Lead the route to an action that redirects.',
  },
  'setting-name': {
    summary: 'A key nearly has the name of a setting.',
    help: 'Correct the name of the setting.',
  },
  'catch-all': {
    summary: 'A row takes every request before later rows.',
    help: 'Move the row to the end.',
  },
  'default-controller': {
    summary: 'The default controller answers the empty path before a row that matches every path.',
    help: 'Remove the default controller, or write (.+) in place of (.*).',
  },
  'dead-override': {
    summary: `The ${NOT_FOUND_OVERRIDE} leads to no file or action.`,
    help: 'Correct it, or add the action.',
    needs: 'files',
  },
  'unused-override': {
    summary: `The ${NOT_FOUND_OVERRIDE} is never used, since a row matches every path.`,
    help: 'Remove one of them.',
  },
  'empty-segment': {
    summary: 'A destination has an empty segment.',
    help: 'Remove the slash.',
  },
  space: {
    summary: 'A segment starts or ends with a space.',
    help: 'Remove the space.',
  },
  'optional-segment': {
    summary: 'A segment is optional, and the slash before it is not.',
    help: 'Put the slash into the optional group.',
  },
  ungrouped: {
    summary: 'A bar without a group divides the whole pattern.',
    help: 'Put the alternatives into a group.',
  },
  'dead-alternative': {
    summary: 'No request reaches an alternative of a pattern.',
    help: 'Remove the alternative, or move the row before the rows that take its requests.',
  },
  'dead-group': {
    summary:
      'An optional group of a pattern never takes part, since the text before it matches first.',
    help: 'Exclude the first character of the group from what comes before it, as in ([^/.]+)(?:\\.(:alpha))?.',
  },
  'missing-argument': {
    summary: 'A destination drops a segment that its action has a parameter for.',
    help: 'Add the reference to the destination.',
    needs: 'files',
  },
  unproved: {
    summary: 'Something could not be proved.',
    help: 'Write the pattern without back references and lookarounds, or test the route.',
  },
  'not-judged': {
    summary: 'The pattern has a back reference, so some path may take exponential time.',
    help: 'Write the pattern without its back reference.',
  },
  'bad-acceptance': {
    summary: 'An acceptance lacks its reason, or names no kind of finding.',
    help: 'Write the kind, a colon and the reason: // waymark-accept dot: any character is meant.',
  },
  'unused-acceptance': {
    summary: 'An acceptance accepts nothing any more.',
    help: 'Remove it.',
  },
};

/**
 * Describes each kind of finding, and how to fix it.
 * @example
 * FINDING_KINDS.get('dot')?.help; // 'Write \\. for a dot.'
 */
export const FINDING_KINDS: ReadonlyMap<string, KindInfo> = new Map(Object.entries(KINDS));
