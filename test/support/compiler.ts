/** TypeScript programs for tests. The declarations of TypeScript and of Node are read only once. */
import ts from 'typescript';

const installed = new Map<string, ts.SourceFile | undefined>();

const isInstalled = (path: string) => path.includes('/node_modules/');

/**
 * Creates a program, reading installed files once per process.
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
    // No other option affects declarations.
    const key = JSON.stringify([path, settings]);
    if (!installed.has(key)) installed.set(key, getSourceFile(path, settings, ...rest));
    return installed.get(key);
  };
  return ts.createProgram(paths, options, host);
}

/** The compiler's diagnostics, except those of installed files. */
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
