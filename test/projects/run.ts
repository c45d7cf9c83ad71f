/** `npm run projects`: tests waymark in applications built and tested by other tools. */
import { after } from 'node:test';
import { testBundlers } from './bundlers.ts';
import { testCompiled } from './compiled.ts';
import { COMPILERS, testCompilers } from './compilers.ts';
import { testDeploying } from './deploying.ts';
import { testOpenApi } from './openapi.ts';
import { testPlugin } from './plugin.ts';
import { createProject } from './project.ts';
import { testQuickStart } from './quick-start.ts';
import { testRunners } from './runners.ts';

const project = createProject(COMPILERS);
after(() => project.remove());

testBundlers(project);
testPlugin(project);
testCompiled(project);
testDeploying(project);
testQuickStart(project);
testOpenApi(project);
testCompilers(project);
testRunners(project);
