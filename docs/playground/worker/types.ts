/** The script that runs before the program if a source may be TypeScript. */
import { transform } from 'sucrase';
import type { RemoveTypes } from './source.ts';

const removeTypes: RemoveTypes = (code) =>
  transform(code, { transforms: ['typescript'], disableESTransforms: true }).code;

Reflect.set(globalThis, 'removeTypes', removeTypes);
