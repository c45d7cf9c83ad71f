type Import = (url: string) => Promise<Readonly<Record<string, unknown>>>;

const code = 'data:text/javascript,export const importNatively = (url) => import(url);';

/** Imports a module of JavaScript without Vite, which takes longer for a bundle than the bundler. */
export const { importNatively }: { importNatively: Import } = await import(/* @vite-ignore */ code);
