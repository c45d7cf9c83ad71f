/** A plugin of TypeDoc that shows `Route` as it is used: static methods, in groups. */
import { CommentTag, Converter, ReflectionKind } from 'typedoc';

/** The methods of `Route`, by what a reader looks for. */
const GROUPS = {
  'One row': /^(?:all|any|delete|get|head|match|options|patch|post|put|query|redirect)$/,
  'Several rows': /^(?:block|context|prefix|resources)$/,
  'Names and placeholders': /^(?:named|placeholder|url)$/,
  'The table': /^(?:collect|defaultHome|map|reset)$/,
};

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const [route] = project.getReflectionsByKind(ReflectionKind.Class).filter(isRoute);
    for (const member of [...(route?.children ?? [])]) {
      if (member.kind === ReflectionKind.Constructor) project.removeReflection(member);
      else describe(member);
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
  // TypeScript infers them, the text of the pattern first.
  signature.typeParameters = undefined;
  if (signature.type?.toString() === 'void') signature.type = undefined;
}
