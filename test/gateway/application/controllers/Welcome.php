<?php
class Welcome
{
    public function index(): void
    {
        session('visits', (string) ((int) session('visits') + 1));
        echo '<a href="' . base_url('login') . '">Log in</a>, visit ' . session('visits');
    }

    /** Sets several cookies, as a shop does for its basket, language and session. */
    public function cookies(): void
    {
        session('seen', 'yes');
        setcookie('basket', '3', ['expires' => 2000000000, 'path' => '/']);
        setcookie('language', 'de', ['path' => '/', 'httponly' => true]);
        json($_COOKIE);
    }

    /** Sends the request as PHP received it. */
    public function request(): void
    {
        $headers = array_filter($_SERVER, fn ($name) => str_starts_with($name, 'HTTP_'), ARRAY_FILTER_USE_KEY);
        json([
            'method' => $_SERVER['REQUEST_METHOD'],
            'uri' => $_SERVER['REQUEST_URI'],
            'ip' => ip_address(),
            'base_url' => base_url(),
            'body' => file_get_contents('php://input'),
            'headers' => $headers,
        ]);
    }

    public function slow(string $seconds = '1'): void
    {
        usleep((int) ((float) $seconds * 1_000_000));
        echo 'at last';
    }

    /** Crashes in the middle of a page. */
    public function dies(): void
    {
        header('Content-Length: 1000');
        echo 'the first half';
        flush();
        posix_kill(getmypid(), 9);
    }
}
