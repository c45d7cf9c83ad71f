/** Finds the routes and variables that code may touch, without running it. */
import type { Budget } from './budget.ts';

/** The effects that code may have. */
export interface Summary {
  /** It mentions `$route`. */
  readonly entry: boolean;
  /** It mentions the class `Route`. */
  readonly call: boolean;
  /** It may define routes although it mentions neither, by including a file or by `eval`. */
  readonly other: boolean;
  /** It may assign any variable. */
  readonly everything: boolean;
  /** It may exit the surrounding code, by `return`, `break`, `continue` or `goto`. */
  readonly leaves: boolean;
  /** It throws. */
  readonly throws: boolean;
  /** It makes a function a generator. */
  readonly yields: boolean;
  /** The variables that it may change. */
  readonly assigned: ReadonlySet<string>;
  /** The variables that it mentions. */
  readonly variables: ReadonlySet<string>;
  /** The variables that it calls as functions or classes. */
  readonly called: ReadonlySet<string>;
  /** Names and texts in lower case that may name a function. */
  readonly names: ReadonlySet<string>;
  /** The functions that it declares, in lower case. */
  readonly functions: ReadonlySet<string>;
  /** The static properties that it may change; `null` for a computed name. */
  readonly properties: ReadonlySet<string | null>;
  /** The constants that it may define; `null` for a computed name. */
  readonly constants: ReadonlySet<string | null>;
  /** The global variables that it may change. */
  readonly globals: ReadonlySet<string>;
}

/** Functions that change variables without naming them. */
const ANYTHING: ReadonlySet<string> = new Set(['extract', 'parse_str', 'mb_parse_str']);

/**
 * PHP functions that change none of their arguments, although the importer doesn't know their
 * results. Any other function may take its arguments by reference.
 */
const READING: ReadonlySet<string> = new Set(
  `array_chunk array_combine array_diff array_diff_key array_fill array_fill_keys array_filter
  array_flip array_intersect array_intersect_key array_key_first array_key_last array_map array_pad
  array_search array_slice array_sum array_unique call_user_func call_user_func_array chr class_exists
  closedir compact constant ctype_alpha ctype_digit date define defined error_log error_reporting
  extension_loaded file file_exists file_get_contents fclose fgets filemtime fopen function_exists
  getenv gettype glob header ini_get ini_set intval interface_exists is_bool is_callable is_dir
  is_file is_int is_null is_numeric is_object is_readable json_decode json_encode log_message
  mb_strlen mb_strpos mb_strtolower mb_strtoupper mb_substr md5 method_exists microtime mktime
  number_format opendir ord parse_url php_sapi_name phpversion preg_replace preg_split print_r
  property_exists readdir realpath scandir serialize sha1 str_contains str_ends_with str_pad
  str_split str_starts_with strcasecmp strcmp stripos stristr strncmp strpos strrev strrpos strstr
  strtotime strtr strval substr_count time trigger_error ucwords unserialize urldecode uniqid
  var_dump var_export version_compare vsprintf array_key_exists array_keys array_merge array_reverse
  array_values basename count dirname explode implode in_array is_array is_string join lcfirst ltrim
  preg_quote range rawurlencode rtrim sizeof sprintf str_repeat str_replace strlen strtolower
  strtoupper substr trim ucfirst urlencode`.split(/\s+/),
);

/**
 * Whether a function leaves its arguments unchanged.
 *
 * @param name in lower case
 */
export const isReading = (name: string): boolean => READING.has(name);

/** Whether a function calls its first argument and changes nothing. The name is in lower case. */
export const isCalling = (name: string): boolean =>
  name === 'call_user_func' || name === 'call_user_func_array' || name === 'array_map';

/** Whether a function may change any variable. The name is in lower case. */
export const changesAnything = (name: string): boolean => ANYTHING.has(name);

/** Whether a name is that of the class `Route`, with or without a namespace. PHP ignores case. */
export const isRouteClass = (name: string): boolean => /(?:^|\\)route$/i.test(name);

/** Whether a text names the class `Route` or one of its methods. */
export const namesRoute = (text: string): boolean =>
  text.length < LONGEST_NAME && /^(?:[\w\\]*\\)?route(?:::\w+)?$/i.test(text);

/** A longer text is not a name. */
const LONGEST_NAME = 1000;

/**
 * The name of a function without its namespace, in lower case.
 *
 * @example
 * bareName('\\App\\Add'); // 'add'
 */
export const bareName = (name: string): string =>
  name.slice(name.lastIndexOf('\\') + 1).toLowerCase();

/**
 * Summarises the effects that code may have.
 *
 * @param code any part of a syntax tree
 * @param budget pays for each node
 */
export function summarise(code: unknown, budget: Budget): Summary {
  const reader = new Reader(budget);
  reader.walk(code, 0);
  return reader;
}

type Tree = { readonly [name: string]: unknown };

/** The depth in a function, whose `break` and `return` don't exit the surrounding code. */
const INSIDE = Number.POSITIVE_INFINITY;
const FUNCTIONS = /^(?:closure|arrowfunc|function|method|class|interface|trait|enum)$/;
const LOOPS = /^(?:for|foreach|while|do|switch)$/;
/** Callees that are certain to belong to `Route` or not. */
const KNOWN = /^(?:name|string|class|array|closure|arrowfunc|(?:nullsafe)?propertylookup)$/;
/** Members that are not code. */
const SKIPPED: ReadonlySet<string> = new Set(['loc', 'leadingComments', 'trailingComments', 'raw']);

class Reader implements Summary {
  entry = false;
  call = false;
  other = false;
  everything = false;
  leaves = false;
  throws = false;
  yields = false;
  readonly assigned = new Set<string>();
  readonly variables = new Set<string>();
  readonly called = new Set<string>();
  readonly names = new Set<string>();
  readonly functions = new Set<string>();
  readonly properties = new Set<string | null>();
  readonly constants = new Set<string | null>();
  readonly globals = new Set<string>();

  constructor(private readonly budget: Budget) {}

  /** @param depth the number of loops around the code */
  walk(code: unknown, depth: number): void {
    if (typeof code !== 'object' || code === null) return;
    this.budget.spend('steps');
    if (Array.isArray(code)) {
      for (const part of code) this.walk(part, depth);
      return;
    }
    const node = code as Tree; // the cast: an object has properties
    const kind = String(node.kind);
    this.read(node, kind, depth);
    const inLoop = LOOPS.test(kind) ? depth + 1 : depth;
    const inner = FUNCTIONS.test(kind) ? INSIDE : inLoop;
    for (const name in node) if (!SKIPPED.has(name)) this.walk(node[name], inner);
  }

  private read(node: Tree, kind: string, depth: number): void {
    switch (kind) {
      case 'variable':
        return this.variable(node);
      case 'name':
        if (isRouteClass(String(node.name))) this.call = true;
        this.names.add(bareName(String(node.name)));
        return;
      case 'string':
      case 'nowdoc':
        if (namesRoute(String(node.value))) this.call = true;
        if (/^[\w\\]{1,80}$/.test(String(node.value))) this.names.add(bareName(String(node.value)));
        return;
      case 'include':
      case 'eval':
        this.other = true;
        this.everything = true;
        return;
      case 'function':
        this.functions.add(String((node.name as Tree).name).toLowerCase()); // the cast: it has a name
        return;
      case 'constantstatement':
        for (const { name } of node.constants as readonly Tree[]) {
          this.constants.add(String((name as Tree).name)); // the casts: as above
        }
        return;
      case 'call':
        return this.calling(node);
      case 'new':
        this.callee(node.what as Tree); // the cast: it has a class
        this.assign(node.arguments);
        return;
      case 'throw':
        this.throws = true;
        return;
      case 'yield':
      case 'yieldfrom':
        this.yields ||= depth !== INSIDE;
        return;
      case 'return':
        this.leaves ||= depth !== INSIDE;
        return;
      case 'goto':
        this.leaves = true;
        return;
      case 'break':
      case 'continue': {
        const level = (node.level as Tree | null)?.value ?? 1; // the cast: a number, if any
        this.leaves ||= Number(level) > depth;
        return;
      }
      case 'global':
        this.assign(node.items, this.globals);
        this.assign(node.items);
        return;
      default:
        this.assigning(node, kind);
    }
  }

  private variable(node: Tree): void {
    if (typeof node.name !== 'string') {
      this.other = true;
      this.everything = true;
      return;
    }
    this.variables.add(node.name);
    if (node.name === 'route' || node.name === 'GLOBALS') this.entry = true;
    if (node.byref === true) this.assigned.add(node.name);
  }

  private calling(node: Tree): void {
    const what = node.what as Tree; // the cast: a call has a callee
    const name = what.kind === 'name' ? String(what.name).toLowerCase() : '';
    const callee = what.kind === 'staticlookup' ? (what.what as Tree) : what; // the cast: it has a class
    this.callee(callee);
    if (isCalling(name)) this.callee((node.arguments as readonly Tree[])[0] ?? callee);
    if (what.kind === 'propertylookup' && (what.what as Tree).name === 'routes') this.other = true;
    if (ANYTHING.has(name)) {
      this.other = true;
      this.everything = true;
    }
    if (name === 'define') {
      const [first] = node.arguments as readonly Tree[]; // the cast: a call has arguments
      this.constants.add(first?.kind === 'string' ? String(first.value) : null);
    }
    const isOfRoute = what.kind === 'staticlookup' && isRouteClass(String(callee.name));
    if (!READING.has(name) && !isOfRoute) this.assign(node.arguments);
  }

  /** Notes the name of a call or a class, which may be computed. */
  private callee(node: Tree): void {
    if (node.kind === 'variable') this.called.add(String(node.name));
    else if (!KNOWN.test(String(node.kind))) this.other = true;
  }

  private assigning(node: Tree, kind: string): void {
    if (kind === 'assign' || kind === 'assignref') this.assign(node.left);
    if (kind === 'assignref') this.assign(node.right);
    if (kind === 'foreach') this.assign([node.key, node.value]);
    if (kind === 'foreach' && (node.value as Tree).byref === true) this.assign(node.source);
    if (kind === 'pre' || kind === 'post') this.assign(node.what);
    if (kind === 'unset' || kind === 'static') this.assign(node.variables);
    if (kind === 'catch') this.assign(node.variable);
    if (kind === 'entry' && node.byRef === true) this.assign(node.value);
  }

  /** Records every variable in an assignment's target, and the static property that contains it. */
  private assign(target: unknown, names: Set<string> = this.assigned): void {
    if (Array.isArray(target)) {
      for (const each of target) this.assign(each, names);
      return;
    }
    this.property(target as Tree | null); // the cast: a node, if any
    this.mentioned(target, names);
  }

  private property(target: Tree | null | undefined): void {
    let node = target;
    while (node?.kind === 'offsetlookup') node = node.what as Tree; // the cast: an entry has an array
    if (node?.kind === 'list') {
      for (const { value } of node.items as readonly Tree[]) this.property(value as Tree); // the casts: items
    }
    if (node?.kind !== 'staticlookup') return;
    const { name } = node.offset as Tree; // the cast: it has one
    this.properties.add(typeof name === 'string' ? name : null);
  }

  private mentioned(target: unknown, names: Set<string>): void {
    if (typeof target !== 'object' || target === null) return;
    this.budget.spend('steps');
    const node = target as Tree; // the cast: as above
    if (node.kind === 'variable' && typeof node.name === 'string') names.add(node.name);
    // A call in an argument returns a value, whatever it contains.
    if (node.kind === 'call') return;
    for (const name in node) if (!SKIPPED.has(name)) this.mentioned(node[name], names);
  }
}
