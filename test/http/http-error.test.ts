/** Errors caused by a client. */
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../src/http.ts';

describe('an HttpError', () => {
  it.each([400, 404, 418, 422, 499])('has the status %d, which the client may see', (status) => {
    const error = new HttpError(status, 'no ticket 7');
    expect(error).toBeInstanceOf(Error);
    expect({ ...error, message: error.message }).toEqual({
      status,
      expose: true,
      issues: [],
      message: 'no ticket 7',
    });
    expect(error.stack).toMatch(/^HttpError: no ticket 7\n/);
  });

  it.each([399, 500, 200, 404.5, Number.NaN, '404', undefined])(
    'can have no other status: %s',
    (status) => {
      expect(() => new HttpError(status as number)).toThrow('a whole number from 400 to 499');
    },
  );

  it('has the error behind it if there is one', () => {
    expect('cause' in new HttpError(400)).toBe(false);
    expect(new HttpError(400, 'a', { cause: undefined })).toHaveProperty('cause', undefined);
    expect(new HttpError(400, 'a', { cause: 7 }).cause).toBe(7);
  });

  it('has the issues of a schema', () => {
    const issues = [{ message: 'is taken', path: ['name'] }];
    expect(new HttpError(422, 'a', { issues }).issues).toBe(issues);
  });
});
