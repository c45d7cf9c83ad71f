export const home = (_match, { url }) => ({ first: url('hello', ['ada']) });
