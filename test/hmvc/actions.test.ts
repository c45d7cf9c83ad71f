import { describe, expect, it, vi } from 'vitest';
import { readController } from '../../src/hmvc/actions.ts';

class Photos {}

/** A file whose imports return these modules in turn. */
function fileOf(...modules: readonly unknown[]) {
  const load = vi.fn<() => Promise<unknown>>();
  for (const module of modules) load.mockResolvedValueOnce(module);
  return { path: 'application/controllers/photos.ts', root: 0, load };
}

describe('reading a controller', () => {
  it('imports its file once, and then returns the class without waiting', async () => {
    const file = fileOf({ default: Photos });
    expect(await readController(file)).toBe(Photos);
    expect(readController(file)).toBe(Photos);
    expect(file.load).toHaveBeenCalledTimes(1);
  });

  it('imports a file again if it failed to import, or had no class', async () => {
    const file = fileOf(undefined, { default: 'none' });
    file.load.mockRejectedValueOnce(new Error('out of film'));
    file.load.mockResolvedValueOnce({ default: Photos });
    await expect(readController(file)).rejects.toThrow('is not a class');
    await expect(readController(file)).rejects.toThrow('is not a class');
    await expect(readController(file)).rejects.toThrow('out of film');
    expect(await readController(file)).toBe(Photos);
  });

  it('distinguishes the classes of two files of one path', async () => {
    class Others {}
    expect(await readController(fileOf({ default: Photos }))).toBe(Photos);
    expect(await readController(fileOf({ default: Others }))).toBe(Others);
  });
});
