/** A plugin of TypeDoc that leaves out the constructor of `Route`, whose methods are all static. */
import { Converter, ReflectionKind } from 'typedoc';

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const made of project.getReflectionsByKind(ReflectionKind.Constructor)) {
      if (made.parent?.name === 'Route') project.removeReflection(made);
    }
  });
}
