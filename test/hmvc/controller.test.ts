import { describe, expect, it, vi } from 'vitest';
import { Controller, type ControllerClass, findAction } from '../../src/hmvc.ts';

vi.resetModules();
const secondCopy = await import('../../src/hmvc.ts');

class Site extends Controller {
  shared() {
    return 'Site.shared';
  }
  overridden() {
    return 'Site.overridden';
  }
}

class Photos extends Site {
  static report() {}
  field = () => 'a field';
  delete() {
    return 'Photos.delete';
  }
  override overridden() {
    return 'Photos.overridden';
  }
  async later() {}
  *each() {}
  get accessor() {
    return () => 'from an accessor';
  }
  set written(_value: unknown) {}
  _helper() {}
  __construct() {}
  #hidden() {}
  reveal() {
    return this.#hidden;
  }
  override toString() {
    return 'photos';
  }
}
Object.defineProperty(Photos, 'name', { value: 'photos' });

class Plain {
  index() {}
}

/** A class with a JavaScript definition that TypeScript refuses. */
class Careless extends Site {}
Object.defineProperty(Careless.prototype, 'shared', { get: () => () => 'from an accessor' });
Object.defineProperty(Careless.prototype, 'context', { value: () => 'reached' });
Object.defineProperty(Careless.prototype, 'title', { value: 'no function' });

class OfSecondCopy extends secondCopy.Controller {
  show() {}
}
Object.defineProperty(OfSecondCopy.prototype, 'context', { value: () => 'reached' });

describe('findAction', () => {
  it.each<[string, ControllerClass, unknown]>([
    ['delete', Photos, Photos.prototype.delete],
    ['later', Photos, Photos.prototype.later],
    ['each', Photos, Photos.prototype.each],
    ['reveal', Photos, Photos.prototype.reveal],
    ['shared', Photos, Site.prototype.shared],
    ['overridden', Photos, Photos.prototype.overridden],
    ['index', Plain, Plain.prototype.index],
    ['show', OfSecondCopy, OfSecondCopy.prototype.show],
  ])('finds %s', (name, controller, method) => {
    expect(method).toBeTypeOf('function');
    expect(findAction(controller, name)).toBe(method);
  });

  it.each<[string, string, ControllerClass]>([
    ['that there is not', 'nothing', Photos],
    ['of another case', 'Delete', Photos],
    ['without a name', '', Photos],
    ['that is the constructor', 'constructor', Photos],
    ['that starts with _', '_helper', Photos],
    ['that starts with __', '__construct', Photos],
    ['that is private', '#hidden', Photos],
    ['that is the prototype', '__proto__', Photos],
    ['of Object.prototype', 'hasOwnProperty', Photos],
    ['of Object.prototype, without a base', 'toString', Plain],
    ['of Object.prototype that is overridden', 'toString', Photos],
    ['that is an accessor', 'accessor', Photos],
    ['that is an accessor over a method', 'shared', Careless],
    ['that is a setter', 'written', Photos],
    ['that is a static', 'report', Photos],
    ['that every class has as a static', 'name', Photos],
    ['that is a field', 'field', Photos],
    ['that is no function', 'title', Careless],
    ['of the base', 'context', Photos],
    ['of the base that is overridden', 'context', Careless],
    ["of a second copy's base that is overridden", 'context', OfSecondCopy],
    ['of the base itself', 'context', Controller],
  ])('reaches nothing %s: %s', (_kind, name, controller) => {
    expect(findAction(controller, name)).toBeNull();
  });

  it('knows the base class of a second copy of the package', () => {
    expect(secondCopy.Controller).not.toBe(Controller);
    expect(secondCopy.findAction(Careless, 'context')).toBeNull();
    expect(Object.hasOwn(Controller, Symbol.for('waymark.controller'))).toBe(true);
  });

  it('finds, after it has found a method, one that replaced it', () => {
    class Changing extends Site {
      show() {}
    }
    const { show } = Changing.prototype;
    const names = ['show', 'shared'];
    const found = () => names.map((name) => findAction(Changing, name));
    expect([found(), found()]).toEqual(Array(2).fill([show, Site.prototype.shared]));
    const other = () => {};
    Object.assign(Changing.prototype, { show: other, shared: other });
    expect([found(), found()]).toEqual(Array(2).fill([other, other]));
    Object.defineProperty(Changing.prototype, 'show', { get: () => show, configurable: true });
    Object.defineProperty(Changing.prototype, 'shared', { value: 'no function' });
    expect(found()).toEqual([null, null]);
  });

  it('is not misled by a constructor property that was replaced', () => {
    class Replaced extends Controller {
      show() {}
    }
    Object.defineProperty(Replaced.prototype, 'constructor', { value: undefined });
    expect(findAction(Replaced, 'show')).toBe(Replaced.prototype.show);
  });
});
