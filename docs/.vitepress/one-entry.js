/** A plugin of TypeDoc: one entry for each method of `Route`, whose overloads differ in few words. */
import { Converter, ReflectionKind } from 'typedoc';

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const route of project.getReflectionsByKind(ReflectionKind.Class)) {
      if (route.name !== 'Route') continue;
      for (const member of [...route.children]) {
        // Nobody makes an object of a class with static methods.
        if (member.kind === ReflectionKind.Constructor) project.removeReflection(member);
        // The last signature has the most parameters.
        const others = member.signatures?.slice(0, -1) ?? [];
        if (others.length === 0) continue;
        const forms = others.map(({ parameters }) => parameters.map(({ name }) => name).join(', '));
        const text = `\n\nAlso takes ${forms.map((form) => `\`(${form})\``).join(' and ')}.`;
        member.signatures.at(-1).comment.summary.push({ kind: 'text', text });
        for (const signature of others) project.removeReflection(signature);
      }
    }
  });
}
