<?php
class Newsletter
{
    public function index(): void
    {
        echo 'The PHP newsletter';
    }

    public function subscribe(): void
    {
        echo 'Subscribed by PHP';
    }
}
