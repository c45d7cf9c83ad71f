export const home = ({ url }) => ({ first: url('hello', ['ada']) });
