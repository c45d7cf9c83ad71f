/** Writes the part of a well-known library, REST_Controller, that routes requests. */

/** Its names: that of versions for CodeIgniter 2 and 3, and that of the composer package. */
const NAMES = ['REST_Controller', 'RestController'];

/** The library's name, spelled as in its file; `null` for any other class. */
export function restClass(name: string | null): string | null {
  return NAMES.find((own) => own.toLowerCase() === name?.toLowerCase()) ?? null;
}

/** The path of its file in the output folder. */
export function restFile(name: string): string {
  return `application/libraries/${name}.ts`;
}

/**
 * The code of its file. Like the original, it finds methods whatever their case, and falls back to
 * those of `index`.
 */
export function restCode(name: string): string {
  return `// The dispatch of ${name}: GET …/users/7 runs users_get('7'), or else index_get('users', '7').
import { type Context, Controller } from 'waymark/hmvc';

export class ${name} extends Controller {
  // Write the constructor, or delete it. Until then, PHP answers every action.
  constructor(context: Context) {
    super(context);
    // PHP checks here what config/rest.php asks for: a login, an API key, an address, HTTPS.
    throw new Response('the constructor of ${name} is not written yet', { status: 501 });
  }

  _remap(action: string, args: readonly string[]): unknown {
    const method = this.context.method.toLowerCase();
    const own = this.#find(\`\${action}_\${method}\`);
    if (own !== null) return own.apply(this, args);
    const index = this.#find(\`index_\${method}\`);
    if (index !== null) return index.call(this, action, ...args);
    // Once PHP is switched off, answer 405.
    return new Response(\`\${action}_\${method} is not written yet\`, { status: 501 });
  }

  #find(name: string): ((...args: string[]) => unknown) | null {
    const wanted = name.toLowerCase();
    let prototype: object = Object.getPrototypeOf(this);
    while (prototype !== ${name}.prototype) {
      const found = Object.getOwnPropertyNames(prototype).find((own) => own.toLowerCase() === wanted);
      if (found !== undefined) return Reflect.get(prototype, found);
      prototype = Object.getPrototypeOf(prototype);
    }
    return null;
  }
}
`;
}
