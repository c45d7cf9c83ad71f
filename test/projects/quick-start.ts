/** Follows docs/quick-start.md, and nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesOf, pageOf } from '../support/pages.ts';
import type { Project } from './project.ts';

const { text } = pageOf('docs/quick-start.md');
const files = filesOf(text);
const tsconfig = /^```json\n(.*?)^```$/ms.exec(text)?.[1] ?? '';

export function testQuickStart(project: Project): void {
  const app = project.application('quick-start', { type: 'module' });
  const tsc = project.installed('typescript/bin/tsc');

  describe('the quick start', () => {
    it('has files that compile with its generated names', () => {
      app.write({ ...files, 'tsconfig.json': tsconfig });
      const [, command] = text.match(/^npx waymark (types .*)$/m) ?? [];
      app.node(project.installed('waymark-tools/cli/bin.js'), ...command.split(' '));
      app.node(tsc);
    });

    for (const [, call] of text.matchAll(/`(Route\.url\([^`]*\))`(?= and| don)/g)) {
      it(`has a call that does not compile: ${call}`, () => {
        app.write({ 'wrong.ts': `import { Route } from 'waymark';\n${call};\n` });
        const { failed, text: printed } = app.tryNode(tsc);
        assert.ok(failed);
        assert.match(printed, /^wrong\.ts\(2,/);
        app.write({ 'wrong.ts': '' });
      });
    }

    it('has tests that pass', () => {
      const printed = app.node(project.installed('vitest/vitest.mjs'), 'run');
      assert.match(printed, /Tests {2}2 passed \(2\)/);
    });
  });
}
