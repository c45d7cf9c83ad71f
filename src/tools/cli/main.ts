/** The command line: parses the arguments and runs a command. */
import { readFile } from 'node:fs/promises';
import { Command, CommanderError } from 'commander';
import type { WaymarkErrorCode } from 'waymark';
import { isOneOf, meant, quote } from 'waymark/internal';
import { type Io, widthOf } from './io.ts';
import { LoadFailure, messageOf } from './load/failure.ts';
import { type CliCommand, FAILED, type Options, UsageError } from './options.ts';
import { withStdoutDiverted } from './process.ts';
import { guarded, guardedWorkflow, lineOf } from './show/text.ts';

/** Every command with its summary, in the order of the help. Each is loaded only if it is asked for. */
const COMMANDS = {
  list: 'list the rows of a table, in the order in which they are tried',
  match: 'show where a request goes, and why not elsewhere',
  check: 'find mistakes; exit with 1 if there are any',
  reach: 'show which requests reach an action, or prove that none does',
  examples: 'make a request for each row that provably reaches it',
  diff: 'show which requests two tables answer differently; exit with 1 if any',
  replay: 'show how a table answers the requests of an access log',
  url: 'build the URL of a named route',
  table: 'write a table as JSON, for diff',
  types: 'write a .d.ts with the names of the routes',
  openapi: 'write an OpenAPI document of a table; exit with 1 if it lacks a row',
  compile: 'write the compiled tables of a program, for a bundle without the plugin',
  import: 'write TypeScript from a routes.php of CodeIgniter, or from an application',
  init: 'write a small project that runs, checks and tests its routes',
} as const;

type Name = keyof typeof COMMANDS;

const LOADERS: Readonly<Record<Name, () => Promise<CliCommand>>> = {
  list: async () => (await import('./commands/list.ts')).listCommand,
  match: async () => (await import('./commands/match.ts')).matchCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  reach: async () => (await import('./commands/reach.ts')).reachCommand,
  examples: async () => (await import('./commands/list.ts')).examplesCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  url: async () => (await import('./commands/url.ts')).urlCommand,
  table: async () => (await import('./commands/table.ts')).tableCommand,
  types: async () => (await import('./commands/types.ts')).typesCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand,
  compile: async () => (await import('./commands/compile.ts')).compileCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
};

/** Words that are looked for, and the commands that do that. */
const ELSEWHERE = new Map([['explain', 'match']]);

const NAMES = ['help', ...Object.keys(COMMANDS)];

const HELP_WIDTH = 100;

export async function main(args: readonly string[], given: Omit<Io, 'workflow'>): Promise<number> {
  const { stdout, stderr } = given;
  const io = {
    ...given,
    stdout: guarded(stdout),
    stderr: guarded(stderr),
    workflow: guardedWorkflow(stdout),
  };
  if (asksForPage(args)) return await showPage(args[1], io);
  let status = 0;
  const program = programOf(io);
  // The first name of a command is the command: only options and `help` may come before it.
  const asked = args.find((arg): arg is Name => Object.hasOwn(COMMANDS, arg));
  for (const [name, summary] of Object.entries(COMMANDS)) {
    const listed = program.command(name).summary(summary);
    if (name !== asked) continue;
    const command = await LOADERS[asked]();
    add(listed, command).action(async (...all: unknown[]) => {
      // Commander passes the arguments, the options and the command.
      const [options] = all.splice(-2) as [Options, Command];
      const texts = all.flat().filter((text) => typeof text === 'string');
      status = await runCommand(name, command, texts, options, io, given.stderr);
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : FAILED;
  }
}

async function runCommand(
  name: string,
  command: CliCommand,
  given: readonly string[],
  options: Options,
  io: Io,
  diverted: Io['stderr'],
): Promise<number> {
  try {
    const { withConfig } = await import('./load/config.ts');
    return await withStdoutDiverted(diverted, async () => {
      const known = command.options.map((option) => option.attributeName());
      return await command.run(given, await withConfig(options, known, io.cwd), io);
    });
  } catch (error) {
    io.stderr.write(`waymark ${name}: ${explainError(error, options.debug === true)}\n`);
    if (error instanceof UsageError) io.stderr.write(`${hintOf(name, command)}\n`);
    return FAILED;
  }
}

function explainError(error: unknown, debug: boolean): string {
  if (!debug) {
    if (error instanceof UsageError) return lineOf(error.message);
    return error instanceof LoadFailure ? error.message : messageOf(error);
  }
  const cause = error instanceof LoadFailure ? error.cause : error;
  return cause instanceof Error ? `${cause.stack}` : String(cause);
}

function programOf({ stdout, stderr, version }: Io): Command {
  const helpWidth = (output: Io['stdout']) => Math.min(widthOf(output), HELP_WIDTH);
  return new Command('waymark')
    .description('See, explain, prove and import route tables.')
    .version(version, '-v, --version')
    .helpCommand(
      'help [topic]',
      'show the help of a command, or the page of an error: help bad-key',
    )
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(named('waymark', text)),
      getOutHelpWidth: () => helpWidth(stdout),
      getErrHelpWidth: () => helpWidth(stderr),
    })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .addHelpText(
      'after',
      [
        '',
        'A table is a route file (TypeScript or JavaScript), a JSON table (- reads it from standard',
        'input), or the folder of an application. By default, it is the one that waymark.config.ts',
        'names, or routes.ts, src/routes.ts or app/routes.ts.',
        '',
        'The exit status is 1 for findings, and 2 for a mistake in the command line or a file.',
        'NO_COLOR and FORCE_COLOR are respected.',
      ].join('\n'),
    );
}

/** Puts a name before an error of commander, and escapes the arguments that it quotes. */
function named(name: string, text: string): string {
  const other = ELSEWHERE.get(/^error: unknown command '(\w+)'/.exec(text)?.[1] ?? '');
  const hint = other === undefined ? '' : `\n(Did you mean ${other}?)`;
  const lines = (text.trimEnd() + hint).split(/\n(?=\(Did you mean )/);
  return `${lines.map(lineOf).join('\n')}\n`.replace(/^error: /, `${name}: `);
}

function hintOf(name: string, { takes }: CliCommand): string {
  return `(usage: waymark ${name} ${takes}; see --help)`;
}

function add(listed: Command, command: CliCommand): Command {
  const { takes, about, options, examples } = command;
  const name = listed.name();
  listed
    .arguments(takes)
    .description(about)
    .option('--debug', 'show the stack of an error')
    .configureOutput({ outputError: (text, write) => write(named(`waymark ${name}`, text)) })
    .showHelpAfterError(hintOf(name, command))
    .addHelpText(
      'after',
      ['', 'Examples:', ...examples.map((line) => `  waymark ${name} ${line}`)].join('\n'),
    );
  for (const option of options) listed.addOption(option);
  return listed;
}

/** Every code, in the order of the documentation. The compiler finds a missing one. */
const PAGES = {
  'bad-argument': true,
  'bad-files': true,
  'bad-key': true,
  'bad-pattern': true,
  'bad-php': true,
  'bad-placeholder': true,
  'bad-table': true,
  'bad-url': true,
  'no-action': true,
} satisfies Record<WaymarkErrorCode, true>;

/** The codes of errors, each with a page. The cast: see `PAGES`. */
export const CODES = Object.keys(PAGES) as [WaymarkErrorCode, ...WaymarkErrorCode[]];

function asksForPage(args: readonly string[]): boolean {
  const [help, topic] = args;
  return args.length === 2 && help === 'help' && /^\w/.test(topic) && !NAMES.includes(topic);
}

async function showPage(asked: string, { pages, stdout, stderr }: Io): Promise<number> {
  const code = asked.replace(/\.$/, '');
  if (isOneOf(code, CODES)) {
    stdout.write(await readFile(new URL(`${code}.md`, pages), 'utf8'));
    return 0;
  }
  const near = meant(code, [...CODES, ...NAMES]);
  const advice = near === null ? '' : `Write ${near}. `;
  stderr.write(
    `waymark help: ${quote(code)} is neither a command nor the code of an error. ${advice}Codes: ${CODES.join(', ')}\n`,
  );
  return FAILED;
}
