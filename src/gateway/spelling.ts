/** Finds actions under the spellings that CodeIgniter accepts. */

import { isPromise } from '../errors/kind.ts';
import { actionsOf, type ControllerClass, findInvoker, findTask } from '../hmvc/actions.ts';
import type { Runner } from '../hmvc/context.ts';
import { controllerName } from '../hmvc/files.ts';
import { createPlaceLister, type Location } from '../hmvc/locate.ts';

/**
 * Makes a runner that also finds an action if its controller or its name is spelled differently.
 * CodeIgniter drops the dots of a controller (`CI_Router::set_class`) and ignores the case of its
 * first letter and of the action. File systems may ignore the case of the rest. Otherwise PHP would
 * answer such a request although the action is ported.
 * @example
 * runner.find('Us.ers/ACCOUNT'); // null
 * spelledAsInPhp(runner).find('Us.ers/ACCOUNT'); // as runner.find('users/account')
 */
export function spelledAsInPhp(runner: Runner): Runner {
  const { index, settings } = runner.loader;
  const files = new Map(
    Array.from(index, ([name, file]) => {
      const module = controllerName(name)?.module ?? null;
      return [fold(name), { file, module }] as const;
    }).reverse(), // The first of two files wins, as in the index.
  );
  const placesOf = createPlaceLister(settings);
  const places = (destination: string): Location[] =>
    placesOf(destination).flatMap((place) => {
      const found = files.get(fold(place.name));
      return found === undefined ? [] : [{ ...place, ...found }];
    });
  const spelled = (destination: string) => findTask(places(destination), [], findSpelled);
  return {
    ...runner,
    find(destination) {
      const found = runner.find(destination);
      if (isPromise(found)) return found.then((task) => task ?? spelled(destination));
      return found ?? spelled(destination);
    },
  };
}

function findSpelled(controller: ControllerClass, action: string) {
  const exact = findInvoker(controller, action);
  if (exact !== null) return exact;
  const spelled = action.toLowerCase();
  const name = actionsOf(controller).find((one) => one.toLowerCase() === spelled);
  return name === undefined ? null : findInvoker(controller, name);
}

function fold(name: string): string {
  return name.replaceAll('.', '').toLowerCase();
}
