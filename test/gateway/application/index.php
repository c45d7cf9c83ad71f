<?php
/**
 * The front controller of a small application in the style of CodeIgniter 3, in plain PHP, so that
 * the gateway can be tested without installing the framework. Don't build applications like this.
 *
 * php -S 127.0.0.1:8080 test/gateway/application/index.php
 */
define('BASEPATH', __DIR__);
define('DATA', getenv('DATA') ?: sys_get_temp_dir());

/** Addresses whose X-Forwarded headers count: `$config['proxy_ips']`. */
const PROXIES = ['127.0.0.1', '::1'];

function is_proxied(): bool
{
    return in_array($_SERVER['REMOTE_ADDR'], PROXIES, true);
}

/** Builds base_url from the request, as config.php often does. */
function base_url(string $path = ''): string
{
    $forwarded = is_proxied() ? ($_SERVER['HTTP_X_FORWARDED_PROTO'] ?? '') : '';
    $scheme = $forwarded === 'https' ? 'https' : 'http';
    return $scheme . '://' . $_SERVER['HTTP_HOST'] . '/' . $path;
}

/** Imitates CI_Input::ip_address(): the first address of the first header that is set. */
function ip_address(): string
{
    $headers = ['X_FORWARDED_FOR', 'CLIENT_IP', 'X_CLIENT_IP', 'X_CLUSTER_CLIENT_IP'];
    foreach (is_proxied() ? $headers : [] as $header) {
        $address = trim(explode(',', $_SERVER["HTTP_$header"] ?? '')[0]);
        if (filter_var($address, FILTER_VALIDATE_IP)) {
            return $address;
        }
    }
    return $_SERVER['REMOTE_ADDR'];
}

function redirect(string $path): never
{
    header('Location: ' . base_url($path), true, $_SERVER['REQUEST_METHOD'] === 'POST' ? 303 : 302);
    exit;
}

function json(mixed $value): void
{
    header('Content-Type: application/json');
    echo json_encode($value, JSON_UNESCAPED_SLASHES);
}

/** Reads a member of the session, or sets it to the second argument. */
function session(string $name, ?string $value = null): ?string
{
    if (session_status() !== PHP_SESSION_ACTIVE) {
        session_save_path(DATA);
        session_name('ci_session');
        session_start();
    }
    if ($value !== null) {
        $_SESSION[$name] = $value;
    }
    return $_SESSION[$name] ?? null;
}

/** Imitates Bonfire's class Route. */
final class Route
{
    private static array $routes = [];

    public static function block(string ...$paths): void
    {
        self::$routes += array_fill_keys($paths, '');
    }

    public static function map(array $routes): array
    {
        return array_merge($routes, self::$routes);
    }
}

/** Imitates CI_Router::_parse_routes(). */
function destination(string $uri, string $method): ?string
{
    $route = [];
    require BASEPATH . '/config/routes.php';
    if ($uri === '') {
        return $route['default_controller'];
    }
    foreach ($route as $key => $to) {
        if (is_array($to)) {
            $to = $to[$method] ?? null;
        }
        $pattern = strtr($key, [':any' => '[^/]+', ':num' => '[0-9]+']);
        if ($to !== null && preg_match("#^$pattern$#", $uri)) {
            return preg_replace("#^$pattern$#", $to, $uri);
        }
    }
    return $uri;
}

/** Calls the controller's method with the rest of the destination, if it exists. */
function answer(string $to): bool
{
    [$controller, $action, $args] = explode('/', $to, 3) + [1 => 'index', 2 => ''];
    $class = ucfirst(strtr($controller, '-', '_'));
    $file = BASEPATH . "/controllers/$class.php";
    if (!preg_match('/^\w+$/', $class) || !is_file($file)) {
        return false;
    }
    require_once $file;
    $action = strtr($action, '-', '_');
    // PHP ignores the case of methods, and so does CodeIgniter.
    $actions = array_map('strtolower', get_class_methods($class));
    if (!in_array(strtolower($action), $actions, true) || str_starts_with($action, '_')) {
        return false;
    }
    (new $class())->$action(...($args === '' ? [] : explode('/', $args)));
    return true;
}

/** Imitates CI_URI::_parse_request_uri(), which drops `..` instead of resolving it. */
function uri(string $target): string
{
    ['path' => $path, 'query' => $query] = (parse_url("http://x$target") ?: []) + ['path' => '', 'query' => ''];
    if (str_starts_with($path, '/index.php')) {
        $path = substr($path, strlen('/index.php'));
    }
    if (trim($path, '/') === '' && str_starts_with($query, '/')) {
        $path = explode('?', $query)[0];
    }
    $kept = array_filter(explode('/', $path), fn ($part) => $part !== '' && $part !== '..');
    return implode('/', $kept);
}

error_log("$_SERVER[REQUEST_METHOD] $_SERVER[REQUEST_URI]");
$uri = uri($_SERVER['REQUEST_URI']);
$to = destination($uri, strtolower($_SERVER['REQUEST_METHOD']));
if ($to === '' || !answer($to)) {
    http_response_code(404);
    echo "PHP has no page at /$uri";
}
