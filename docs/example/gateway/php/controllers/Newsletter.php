<?php
class Newsletter
{
    public function index(): void
    {
        echo 'The newsletter of PHP';
    }

    public function subscribe(): void
    {
        echo 'Subscribed by PHP';
    }
}
