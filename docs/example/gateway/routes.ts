// Imported from routes.php by waymark.
import { Route } from 'waymark';

// Once used to set the shop up
Route.block('install(.*)');

// These rows are tried first, before the routes above.
export default Route.map({
  default_controller: 'welcome',
  '404_override': 'errors/missing',
  translate_uri_dashes: true,

  // Visitors
  'GET login': 'users/form',
  'POST login': 'users/login',
  account: 'users/account',
  logout: 'users/logout',

  // The shop
  'products/(:num)': 'products/show/$1',
  'products/(:num)/(:any)': 'products/$2/$1',
  'GET contact': 'contact/form',
  'POST contact': 'contact/send',

  // The form is at Newsletter::index(), which needs no row in CodeIgniter.
  'POST newsletter': 'newsletter/subscribe',

  // Files
  'POST upload': 'files/upload',
  'downloads/(:num)': 'files/download/$1',
});
