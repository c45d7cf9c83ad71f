/** A plugin of TypeDoc that shows `Route` as it is used: static methods, in groups. */
import {
  Comment,
  CommentTag,
  Converter,
  IntersectionType,
  IntrinsicType,
  PageEvent,
  ParameterReflection,
  ReferenceType,
  ReflectionFlag,
  ReflectionKind,
  ReflectionType,
  SignatureReflection,
  UnionType,
} from 'typedoc';

/** The methods of `Route`, by what a reader looks for. */
const GROUPS = {
  'One row': /^(?:all|any|delete|get|head|match|options|patch|post|put|query|redirect)$/,
  'Several rows': /^(?:block|context|prefix|resources)$/,
  'Names and placeholders': /^(?:named|placeholder|url)$/,
  'The table': /^(?:collect|defaultHome|map|reset)$/,
};

/** The types whose arguments TypeScript infers from a pattern. */
const INFERRED = /^(?:Handler|Inline|RouteOptions|RouteSchemas|Within)$/;

/** The heading of a form, and the line with its parameters. */
const FORM = /^(#+) Call Signature\n\n> (?:`\w+` )*\*\*(\w+)\*\*\((.*)\)\n/gm;

/** @param {import('typedoc').Application} app */
export function load(app) {
  // Forms of a call are told apart by what they take.
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace(FORM, (form, mark, name, given, at, text) => {
      const [own] = text.slice(at + form.length).split(`${mark} Call Signature`, 1);
      const takes = given.replaceAll('`', '').replaceAll('\\', '');
      const hasSchemas = own.includes('`RouteSchemas`');
      return `${mark} ${name}(${hasSchemas ? takes.replace('options', 'options with schemas') : takes})\n`;
    });
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const [route] = project.getReflectionsByKind(ReflectionKind.Class).filter(isRoute);
    // `Define` comes first: the others are described in its words.
    const forms = project.getReflectionsByKind(ReflectionKind.Interface).filter(isShared);
    forms.sort(({ name: one }, { name: other }) => one.length - other.length);
    for (const member of [...(route?.children ?? [])]) {
      if (member.kind === ReflectionKind.Constructor) project.removeReflection(member);
      else {
        const own = forms.find(({ name }) => name === member.type?.name);
        if (own !== undefined) spellOut(member, formsOf(own), formsOf(forms[0]), project);
        describe(member);
      }
    }
    const shared = project.getReflectionsByKind(ReflectionKind.CallSignature);
    for (const signature of shared) {
      if (/^Define/.test(signature.parent.name)) simplify(signature);
    }
  });
}

function isRoute({ name }) {
  return name === 'Route';
}

/** Whether an interface has the signatures of several calls. */
function isShared({ name }) {
  return /^Define/.test(name);
}

/** The signatures of an interface, except those that only give the compiler another type. */
function formsOf({ signatures }) {
  return signatures.filter(
    ({ parameters }) => !parameters.some(({ type }) => type?.name === 'First'),
  );
}

/**
 * Shows a call with all forms of the interface that it shares with others, as if they were its own.
 *
 * @param {import('typedoc').DeclarationReflection} member
 * @param {readonly import('typedoc').SignatureReflection[]} forms
 * @param {readonly import('typedoc').SignatureReflection[]} described the same forms, with comments
 * @param {import('typedoc').ProjectReflection} project
 */
function spellOut(member, forms, described, project) {
  const { comment } = member;
  member.kind = ReflectionKind.Method;
  member.type = undefined;
  member.comment = undefined;
  member.signatures = forms.map((form, at) => {
    const signature = new SignatureReflection(member.name, ReflectionKind.CallSignature, member);
    signature.comment = form.comment?.clone() ?? commentLike(form, described[at], forms[0]);
    signature.parameters = form.parameters.map((parameter) =>
      copyOf(parameter, signature, project),
    );
    signature.type = form.type;
    if (at === 0 && comment !== undefined) {
      const gap = { kind: 'text', text: ' ' };
      signature.comment.summary = [...comment.summary, gap, ...signature.comment.summary];
      const isOther = ({ tag }) => tag !== '@example';
      const others = signature.comment.blockTags.filter(isOther);
      signature.comment.blockTags = [...others, ...comment.blockTags];
    }
    for (const { content } of signature.comment.blockTags) {
      for (const part of content)
        part.text = part.text.replace(/Route\.\w+(?=\()/, `Route.${member.name}`);
    }
    project.registerReflection(signature, undefined, undefined);
    return signature;
  });
}

/** What is said of the same form of another call, and of the parameters in a form of the own call. */
function commentLike({ parameters }, twin, own) {
  const said = [own, twin].flatMap(({ comment }) => comment.blockTags);
  const tags = parameters.flatMap(({ name }) => {
    const tag = said.findLast((each) => each.tag === '@param' && each.name === name);
    return tag === undefined ? [] : [tag.clone()];
  });
  return new Comment([...twin.comment.summary], tags);
}

/** A parameter of another signature. */
function copyOf(parameter, signature, project) {
  const copy = new ParameterReflection(parameter.name, ReflectionKind.Parameter, signature);
  copy.type = parameter.type;
  copy.setFlag(ReflectionFlag.Optional, parameter.flags.isOptional);
  project.registerReflection(copy, undefined, undefined);
  return copy;
}

/** @param {import('typedoc').DeclarationReflection} member */
function describe(member) {
  const group = Object.keys(GROUPS).find((name) => GROUPS[name].test(member.name));
  if (group === undefined) throw new Error(`Route.${member.name} is in no group`);
  for (const { comment } of [member, ...(member.signatures ?? [])]) {
    comment?.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: group }]));
  }
  for (const signature of member.signatures ?? []) simplify(signature);
}

/** @param {import('typedoc').SignatureReflection} signature */
function simplify(signature) {
  // Every method works when detached, so `this` is nothing to pass.
  signature.parameters = signature.parameters?.filter(({ name }) => name !== 'this');
  signature.parameters?.forEach(show);
  // TypeScript infers them, the text of the pattern first.
  signature.typeParameters = undefined;
  if (signature.type?.toString() === 'void') signature.type = undefined;
}

/** @param {import('typedoc').ParameterReflection} parameter */
function show(parameter) {
  parameter.type = plain(parameter.type);
}

/** Whether a type tells the compiler that options have no schema. */
function hasNoSchema({ name, typeArguments }) {
  return name === 'RouteSchemas' && String(typeArguments?.[0]) === 'never';
}

/**
 * A type without what only the compiler needs: the text of a pattern, and what it infers from it.
 *
 * @param {import('typedoc').SomeType | undefined} type
 * @returns {import('typedoc').SomeType | undefined}
 */
function plain(type) {
  if (type instanceof ReferenceType) {
    if (/^(?:From|Name)$/.test(type.name)) return new IntrinsicType('string');
    if (INFERRED.test(type.name)) type.typeArguments = undefined;
  } else if (type instanceof UnionType) {
    type.types = type.types.map(plain);
  } else if (type instanceof IntersectionType) {
    const [only, ...others] = type.types.filter((each) => !hasNoSchema(each)).map(plain);
    return others.length === 0 ? only : new IntersectionType([only, ...others]);
  } else if (type instanceof ReflectionType) {
    for (const { parameters = [] } of type.declaration.signatures ?? []) parameters.forEach(show);
  }
  return type;
}
