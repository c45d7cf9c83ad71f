<?php
class Products
{
    public function show(string $id): void
    {
        json(['id' => $id, 'by' => 'PHP']);
    }

    public function reviews(string $id): void
    {
        json(['id' => $id, 'reviews' => [], 'by' => 'PHP']);
    }
}
