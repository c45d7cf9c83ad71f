<?php
class Files
{
    public function upload(): void
    {
        $file = $_FILES['file'];
        json([
            'name' => $file['name'],
            'size' => $file['size'],
            'md5' => md5_file($file['tmp_name']),
            'title' => $_POST['title'] ?? null,
        ]);
    }

    /** Sends kilobytes one at a time; `?pause=2` delays the last by two seconds. */
    public function download(string $kilobytes): void
    {
        header('Content-Type: application/octet-stream');
        header('Content-Disposition: attachment; filename="' . $kilobytes . '-Größe.bin"');
        header('Content-Length: ' . 1024 * (int) $kilobytes);
        for ($sent = 1; $sent <= (int) $kilobytes; $sent++) {
            if (isset($_GET['pause']) && $sent === (int) $kilobytes) {
                flush();
                usleep((int) ((float) $_GET['pause'] * 1_000_000));
            }
            echo str_repeat(chr($sent % 256), 1024);
        }
    }
}
