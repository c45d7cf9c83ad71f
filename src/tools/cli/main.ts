/** The command line: parses the arguments and runs a command. */
import { Command, CommanderError } from 'commander';
import { type CliCommand, FAILED, UsageError } from './command.ts';
import { checkCommand } from './commands/check.ts';
import { compileCommand } from './commands/compile.ts';
import { diffCommand } from './commands/diff.ts';
import { examplesCommand } from './commands/examples.ts';
import { importCommand } from './commands/import.ts';
import { listCommand } from './commands/list.ts';
import { matchCommand } from './commands/match.ts';
import { reachCommand } from './commands/reach.ts';
import { replayCommand } from './commands/replay.ts';
import { tableCommand } from './commands/table.ts';
import { typesCommand } from './commands/types.ts';
import { urlCommand } from './commands/url.ts';
import { withStdoutDiverted } from './divert.ts';
import { type Io, widthOf } from './io.ts';
import { withConfig } from './load/config.ts';
import { LoadFailure, messageOf } from './load/failure.ts';
import type { Options } from './options.ts';
import { asksForPage, showPage } from './page.ts';
import { guarded, guardedWorkflow, lineOf } from './show/text.ts';

/** Every command, in the order of the help. */
const COMMANDS: readonly CliCommand[] = [
  listCommand,
  matchCommand,
  checkCommand,
  reachCommand,
  examplesCommand,
  diffCommand,
  replayCommand,
  urlCommand,
  tableCommand,
  typesCommand,
  compileCommand,
  importCommand,
];

const NAMES = ['help', ...COMMANDS.map(({ name }) => name)];

/** The maximum width of help. */
const HELP_WIDTH = 100;

/**
 * Runs a command line.
 *
 * @param args the arguments, without those of Node
 * @param given the environment
 * @returns the exit status: 0, 1 for findings, 2 for a mistake in the command line or a file.
 *   Errors go to standard error
 */
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
  for (const command of COMMANDS) {
    add(program, command).action(async (...all: unknown[]) => {
      // Commander passes the arguments, the options and the command.
      const [options] = all.splice(-2) as [Options, Command];
      const texts = all.flat().filter((text) => typeof text === 'string');
      status = await runCommand(command, texts, options, io, given.stderr);
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
  command: CliCommand,
  given: readonly string[],
  options: Options,
  io: Io,
  diverted: Io['stderr'],
): Promise<number> {
  try {
    return await withStdoutDiverted(diverted, async () => {
      const known = command.options.map((option) => option.attributeName());
      return await command.run(given, await withConfig(options, known, io.cwd), io);
    });
  } catch (error) {
    io.stderr.write(`waymark ${command.name}: ${explainError(error, options.debug === true)}\n`);
    if (error instanceof UsageError) {
      io.stderr.write(`${hintOf(command)}\n`);
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

/** The usage of a command. */
function hintOf({ name, takes }: CliCommand): string {
  return `(usage: waymark ${name} ${takes}; see --help)`;
}

function add(program: Command, cliCommand: CliCommand) {
  const { name, takes, summary, about, options, examples } = cliCommand;
  const command = program
    .command(`${name} ${takes}`)
    .summary(summary)
    .description(about)
    .option('--debug', 'show the stack of an error')
    .configureOutput({ outputError: (text, write) => write(named(`waymark ${name}`, text)) })
    .showHelpAfterError(hintOf(cliCommand))
    .addHelpText(
      'after',
      ['', 'Examples:', ...examples.map((line) => `  waymark ${name} ${line}`)].join('\n'),
    );
  for (const option of options) command.addOption(option);
  return command;
}
