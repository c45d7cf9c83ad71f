/** The part of php-parser's syntax tree that the importer reads, with the kinds told apart. */

/** The location of a node: lines from 1, offsets in code units from 0. */
export interface Location {
  readonly start: { readonly line: number; readonly offset: number };
  readonly end: { readonly line: number; readonly offset: number };
}

interface Of<Kind extends string> {
  readonly kind: Kind;
  readonly loc: Location;
}

export interface Name extends Of<'name'> {
  readonly name: string;
}

/** A variable. In `$$name`, the name is an expression. */
export interface Variable extends Of<'variable'> {
  readonly name: string | Node;
}

/** `$what[offset]`, or `$what[]` if the offset is `false`. */
export interface Offset extends Of<'offsetlookup'> {
  readonly what: Node;
  readonly offset: Node | false;
}

export interface Entry extends Of<'entry'> {
  readonly key: Node | null;
  readonly value: Node;
  readonly unpack: boolean;
  readonly byRef?: boolean;
}

export interface Parameter {
  readonly name: { readonly name: string };
  readonly value: Node | null;
  readonly type: Type | null;
  readonly nullable: boolean;
  readonly byref: boolean;
  readonly variadic: boolean;
}

export interface Type {
  readonly kind: string;
  readonly name: string | null;
}

export interface Callable extends Of<'closure' | 'arrowfunc' | 'function'> {
  readonly name?: { readonly name: string | false };
  readonly arguments: readonly Parameter[];
  readonly uses?: readonly { readonly name: string; readonly byref?: boolean }[];
  readonly type: Type | null;
  readonly nullable: boolean;
  readonly body: Node;
}

/** `name(…)`, `Class::name(…)` or `$object->name(…)`. */
export interface Call extends Of<'call'> {
  readonly what: Node;
  readonly arguments: readonly Node[];
}

export interface StaticLookup extends Of<'staticlookup'> {
  readonly what: Node;
  readonly offset: Node;
}

export interface If extends Of<'if'> {
  readonly test: Node;
  readonly body: Node | null;
  readonly alternate: Node | null;
}

export interface Foreach extends Of<'foreach'> {
  readonly source: Node;
  readonly key: Node | null;
  readonly value: Node;
  readonly body: Node | null;
}

export interface For extends Of<'for'> {
  readonly init: readonly Node[];
  readonly test: readonly Node[];
  readonly increment: readonly Node[];
  readonly body: Node | null;
}

export interface While extends Of<'while'> {
  readonly test: Node;
  readonly body: Node | null;
}

export interface Binary extends Of<'bin'> {
  readonly type: string;
  readonly left: Node;
  readonly right: Node;
  readonly parenthesizedExpression?: boolean;
}

export interface Assign extends Of<'assign' | 'assignref'> {
  readonly left: Node;
  readonly right: Node;
  readonly operator?: string;
}

export interface Step extends Of<'pre' | 'post'> {
  readonly type: string;
  readonly what: Node;
}

export interface Include extends Of<'include'> {
  readonly target: Node;
  readonly once: boolean;
}

export interface Method extends Of<'method'> {
  readonly name: { readonly name: string };
  readonly arguments: readonly Parameter[];
  readonly visibility: '' | 'public' | 'protected' | 'private';
  readonly body: Node | null;
}

export interface Class extends Of<'class'> {
  readonly name: { readonly name: string };
  readonly extends: Name | null;
  readonly body: readonly (Method | Of<'traituse' | 'propertystatement' | 'classconstant'>)[];
}

export type Node =
  | Assign
  | Binary
  | Call
  | Callable
  | Class
  | Entry
  | For
  | Foreach
  | If
  | Include
  | Name
  | Offset
  | StaticLookup
  | Variable
  | While
  | (Of<'string' | 'nowdoc' | 'magic'> & { readonly value: string; readonly raw: string })
  | (Of<'number'> & { readonly value: string | number })
  | (Of<'boolean'> & { readonly value: boolean })
  | Of<'nullkeyword' | 'noop' | 'inline' | 'label' | 'variadicplaceholder' | 'selfreference'>
  | Of<'parentreference'>
  | (Of<'continue' | 'break'> & { readonly level?: Node | null })
  | (Of<'exit'> & { readonly expression: Node | null })
  | (Of<'echo'> & { readonly expressions: readonly Node[] })
  | (Of<'new'> & { readonly what: Node; readonly arguments: readonly Node[] })
  | (Of<'clone' | 'throw' | 'variadic'> & { readonly what: Node })
  | (Of<'namedargument'> & { readonly value: Node })
  | (Of<'literal'> & { readonly value: Node })
  | Of<'goto' | 'interface' | 'trait' | 'enum' | 'static' | 'eval' | 'yield' | 'yieldfrom'>
  | (Of<'usegroup'> & {
      readonly name: string | null;
      readonly type: string | null;
      readonly items: readonly {
        readonly name: string;
        readonly alias: Name | null;
        readonly type: string | null;
      }[];
    })
  | (Of<'array'> & { readonly items: readonly Entry[] })
  | (Of<'list'> & { readonly items: readonly (Entry | Of<'noop'>)[] })
  | (Of<'unary'> & { readonly type: string; readonly what: Node })
  | Step
  | (Of<'cast'> & { readonly type: string; readonly expr: Node })
  | (Of<'retif'> & {
      readonly test: Node;
      readonly trueExpr: Node | null;
      readonly falseExpr: Node;
    })
  | (Of<'encapsed'> & {
      readonly type: string;
      readonly value: readonly { readonly expression: Node }[];
    })
  | (Of<'encapsedpart' | 'expressionstatement' | 'empty' | 'print'> & { readonly expression: Node })
  | (Of<'silent'> & { readonly expr: Node })
  | (Of<'return'> & { readonly expr: Node | null })
  | (Of<'isset' | 'unset'> & { readonly variables: readonly Node[] })
  | (Of<'block' | 'program' | 'declare'> & { readonly children: readonly Node[] })
  // The parser names the global namespace [''].
  | (Of<'namespace'> & {
      readonly name: string | readonly [''];
      readonly children: readonly Node[];
    })
  | (Of<'global'> & { readonly items: readonly Variable[] })
  | (Of<'constantstatement'> & {
      readonly constants: readonly {
        readonly name: { readonly name: string };
        readonly value: Node;
      }[];
    })
  | (Of<'identifier'> & { readonly name: string })
  | (Of<'propertylookup' | 'nullsafepropertylookup'> & {
      readonly what: Node;
      readonly offset: Node;
    });

/** A comment, including its delimiters. */
export interface Comment {
  readonly value: string;
  readonly loc: Location;
}
