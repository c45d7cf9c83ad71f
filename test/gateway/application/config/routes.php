<?php
defined('BASEPATH') OR exit('No direct script access allowed');

$route['default_controller'] = 'welcome';
$route['404_override'] = 'errors/missing';
$route['translate_uri_dashes'] = TRUE;

// Visitors
$route['login']['get'] = 'users/form';
$route['login']['post'] = 'users/login';
$route['account'] = 'users/account';
$route['logout'] = 'users/logout';

// The shop
$route['products/(:num)'] = 'products/show/$1';
$route['products/(:num)/(:any)'] = 'products/$2/$1';
$route['contact']['get'] = 'contact/form';
$route['contact']['post'] = 'contact/send';
// The form is at Newsletter::index(), which needs no row in CodeIgniter.
$route['newsletter']['post'] = 'newsletter/subscribe';

// Files
$route['upload']['post'] = 'files/upload';
$route['downloads/(:num)'] = 'files/download/$1';

// Once used to set the shop up
Route::block('install(.*)');

$route = Route::map($route);
