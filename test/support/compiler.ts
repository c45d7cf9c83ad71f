/** TypeScript programs for tests. The declarations of TypeScript and of Node are read once for all. */
import ts from 'typescript';

const installed = new Map<string, ts.SourceFile | undefined>();

const isInstalled = (path: string) => path.includes('/node_modules/');

/**
 * A program that reads installed files once for all tests of a process.
 *
 * @param virtual files that need not exist, by absolute path
 */
export function createProgram(
  paths: readonly string[],
  options: ts.CompilerOptions,
  virtual: ReadonlyMap<string, string> = new Map(),
): ts.Program {
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.readFile = (path) => virtual.get(path) ?? readFile(path);
  host.getSourceFile = (path, settings, ...rest) => {
    const text = virtual.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, settings, true);
    if (!isInstalled(path)) return getSourceFile(path, settings, ...rest);
    // Declarations depend on no other option.
    const key = JSON.stringify([path, settings]);
    if (!installed.has(key)) installed.set(key, getSourceFile(path, settings, ...rest));
    return installed.get(key);
  };
  return ts.createProgram(paths, options, host);
}

/** What the compiler says of a program, but for installed files, which nobody here wrote. */
export function diagnosticsOf(program: ts.Program): readonly ts.Diagnostic[] {
  const own = program.getSourceFiles().filter(({ fileName }) => !isInstalled(fileName));
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
}
