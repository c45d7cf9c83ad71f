/** The routes of the help desk. Each needs a role, since the guard refuses routes without one. */
import { Route } from 'waymark';

export default () => {
  Route.get('/', 'welcome/index', { as: 'start', meta: { role: 'anyone' } });
  Route.get('health', 'health', { meta: { role: 'anyone' } }, () => ({ ok: true }));

  Route.prefix('login', { meta: { role: 'anyone' } }, () => {
    Route.get('/', 'users/login/form', { as: 'login' });
    Route.post('/', 'users/login/create');
  });
  Route.post('logout', 'users/login/destroy', { as: 'logout', meta: { role: 'customer' } });

  Route.resources('tickets', {
    constraint: '(:num)',
    only: ['index', 'create_new', 'create', 'show'],
    as: 'tickets',
    meta: { role: 'customer' },
    children: () => {
      Route.get('attachment', 'tickets/attachment/$1', { as: 'tickets.attachment' });
      Route.post('close', 'tickets/close/$1', { as: 'tickets.close', meta: { role: 'agent' } });
    },
  });
  Route.prefix('api', { meta: { role: 'customer' } }, () => {
    Route.post('tickets', 'tickets/api/create');
  });

  // A route without a role: the guard refuses everyone.
  Route.get('forgotten', 'forgotten', {}, () => 'secret');
};
