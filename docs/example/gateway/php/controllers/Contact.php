<?php
class Contact
{
    public function form(): void
    {
        echo 'The form of PHP';
    }

    public function send(): void
    {
        echo 'Sent by PHP';
    }
}
