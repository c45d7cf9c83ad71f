/** An object that is still being put together. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };
