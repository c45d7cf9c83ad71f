<?php
class Users
{
    private const MOST_FAILURES = 3;

    public function form(): void
    {
        echo '<form method="post" action="' . base_url('login') . '"><input name="name"><input name="password"></form>';
    }

    /** Locks an address out after several failures, as authentication libraries do. */
    public function login(): void
    {
        $file = DATA . '/failures-' . md5(ip_address());
        $failures = is_file($file) ? (int) file_get_contents($file) : 0;
        if ($failures >= self::MOST_FAILURES) {
            http_response_code(429);
            echo 'Locked out: ' . ip_address();
        } elseif (($_POST['password'] ?? '') !== 'dunes') {
            file_put_contents($file, (string) ($failures + 1));
            http_response_code(403);
            echo 'Wrong password';
        } else {
            session('name', $_POST['name']);
            redirect('account');
        }
    }

    public function account(): void
    {
        if (session('name') === null) {
            redirect('login');
        }
        echo 'Welcome, ' . htmlspecialchars(session('name'));
    }

    /** Answers the gateway only: requests from visitors have X-Forwarded-For. */
    public function who(): void
    {
        if (isset($_SERVER['HTTP_X_FORWARDED_FOR'])) {
            http_response_code(404);
            return;
        }
        json(['name' => session('name')]);
    }

    /** Changes state on GET, as links often do. */
    public function logout(): void
    {
        session('name');
        session_destroy();
        redirect('');
    }
}
