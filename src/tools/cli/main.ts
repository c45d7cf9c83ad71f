/** The command line: parses the arguments and runs a command. */
import { Command, CommanderError } from 'commander';
import { type Io, widthOf } from './io.ts';
import { LoadFailure, messageOf } from './load/failure.ts';
import { type CliCommand, FAILED, type Options, UsageError } from './options.ts';
import { asksForPage, showPage } from './page.ts';
import { withStdoutDiverted } from './process.ts';
import { guarded, guardedWorkflow, lineOf } from './show/text.ts';

/** A command in the list of the help. */
interface Listed {
  readonly name: string;
  readonly summary: string;
  /** Loads the rest, since a command may need much code. */
  readonly load: () => Promise<CliCommand>;
}

/** Every command, in the order of the help. */
const COMMANDS: readonly Listed[] = [
  {
    name: 'list',
    summary: 'list the rows of a table, in the order in which they are tried',
    load: async () => (await import('./commands/list.ts')).listCommand,
  },
  {
    name: 'match',
    summary: 'show where a request goes, and why not elsewhere',
    load: async () => (await import('./commands/match.ts')).matchCommand,
  },
  {
    name: 'check',
    summary: 'find mistakes; exit with 1 if there are any',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'reach',
    summary: 'show which requests reach an action, or prove that none does',
    load: async () => (await import('./commands/reach.ts')).reachCommand,
  },
  {
    name: 'examples',
    summary: 'make a request for each row that provably reaches it',
    load: async () => (await import('./commands/list.ts')).examplesCommand,
  },
  {
    name: 'diff',
    summary: 'show which requests two tables answer differently; exit with 1 if any',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  {
    name: 'replay',
    summary: 'show how a table answers the requests of an access log',
    load: async () => (await import('./commands/replay.ts')).replayCommand,
  },
  {
    name: 'url',
    summary: 'build the URL of a named route',
    load: async () => (await import('./commands/table.ts')).urlCommand,
  },
  {
    name: 'table',
    summary: 'write a table as JSON, for diff',
    load: async () => (await import('./commands/table.ts')).tableCommand,
  },
  {
    name: 'types',
    summary: 'write a .d.ts with the names of the routes',
    load: async () => (await import('./commands/openapi.ts')).typesCommand,
  },
  {
    name: 'openapi',
    summary: 'write an OpenAPI document of a table; exit with 1 if it lacks a row',
    load: async () => (await import('./commands/openapi.ts')).openapiCommand,
  },
  {
    name: 'compile',
    summary: 'write a compiled table, with which a router starts faster',
    load: async () => (await import('./commands/table.ts')).compileCommand,
  },
  {
    name: 'import',
    summary: 'write TypeScript from a routes.php of CodeIgniter, or from an application',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
];

const NAMES = ['help', ...COMMANDS.map(({ name }) => name)];

const HELP_WIDTH = 100;

/** Runs a command line. */
export async function main(args: readonly string[], given: Omit<Io, 'workflow'>): Promise<number> {
  const { stdout, stderr } = given;
  const io = {
    ...given,
    stdout: guarded(stdout),
    stderr: guarded(stderr),
    workflow: guardedWorkflow(stdout),
  };
  if (asksForPage(args, NAMES)) return await showPage(args[1], NAMES, io);
  let status = 0;
  const program = programOf(io);
  // The first name of a command is the command: only options and `help` may come before it.
  const asked = args.find((arg) => COMMANDS.some(({ name }) => name === arg));
  for (const { name, summary, load } of COMMANDS) {
    const listed = program.command(name).summary(summary);
    if (name !== asked) continue;
    const command = await load();
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
    if (error instanceof UsageError) {
      io.stderr.write(`${hintOf(name, command)}\n`);
    }
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
  const lines = text.trimEnd().split(/\n(?=\(Did you mean )/);
  return `${lines.map(lineOf).join('\n')}\n`.replace(/^error: /, `${name}: `);
}

function hintOf(name: string, { takes }: CliCommand): string {
  return `(usage: waymark ${name} ${takes}; see --help)`;
}

/** Adds the arguments, options and help of a command. */
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
