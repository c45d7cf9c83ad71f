/** Which parts of the sources may know of which. */
import { readdirSync, readFileSync } from 'node:fs';
import { preProcessFile } from 'typescript';
import { describe, expect, it } from 'vitest';

const root = new URL('../src/', import.meta.url);

/** The files that one part of the sources asks for, with what those ask for, below `src`. */
function reachedFrom(start: string, seen = new Set<string>()): Set<string> {
  for (const { fileName } of preProcessFile(readFileSync(new URL(start, root), 'utf8'))
    .importedFiles) {
    if (!fileName.startsWith('.')) continue;
    const name = new URL(fileName, new URL(start, root)).href.slice(root.href.length);
    if (seen.has(name)) continue;
    seen.add(name);
    reachedFrom(name, seen);
  }
  return seen;
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, root)).map((file) => `${folder}/${file}`);
}

describe('the plain table is all that definition and resolution share', () => {
  it.each(filesIn('define'))('%s knows nothing of resolution', (file) => {
    expect([...reachedFrom(file)].filter((name) => /^(resolve|hmvc|fetch)\//.test(name))).toEqual(
      [],
    );
  });

  it.each(filesIn('resolve'))('%s knows nothing of definition', (file) => {
    expect(
      [...reachedFrom(file)].filter((name) => /^(define|hmvc|fetch)\/|^route\.ts/.test(name)),
    ).toEqual([]);
  });
});
