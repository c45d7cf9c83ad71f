<?php
class Contact
{
    public function form(): void
    {
        echo 'The PHP form';
    }

    public function send(): void
    {
        echo 'Sent by PHP';
    }
}
